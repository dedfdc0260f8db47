#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/sockios.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>

// glibc's headers know SO_PEERGROUPS only since the kernel's 4.13.
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

int clinux_unix_socket(int type, int nonblocking) {
  int kind = type == 2 ? SOCK_DGRAM : SOCK_STREAM;
  return socket(AF_UNIX, kind | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
}

int clinux_unix_pair(int *both) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both); }

// The length of the address, or 0 and errno where it does not fit: 107 bytes and a NUL.
static socklen_t address(struct sockaddr_un *to, const char *path, size_t length, int abstract) {
  memset(to, 0, sizeof *to);
  to->sun_family = AF_UNIX;
  if (length == 0 || length + 1 > sizeof to->sun_path) {
    errno = length == 0 ? EINVAL : ENAMETOOLONG;
    return 0;
  }
  memcpy(to->sun_path + (abstract ? 1 : 0), path, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int clinux_unix_bind(int fd, const char *path, size_t length, int abstract) {
  struct sockaddr_un to;
  socklen_t size = address(&to, path, length, abstract);
  return size == 0 ? -1 : bind(fd, (struct sockaddr *)&to, size);
}

int clinux_unix_connect(int fd, const char *path, size_t length, int abstract) {
  struct sockaddr_un to;
  socklen_t size = address(&to, path, length, abstract);
  return size == 0 ? -1 : connect(fd, (struct sockaddr *)&to, size);
}

ssize_t clinux_unix_send_to(int fd, const void *bytes, size_t count, const char *path, size_t length, int abstract) {
  struct sockaddr_un to;
  socklen_t size = address(&to, path, length, abstract);
  if (size == 0) return -1;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_name = &to, .msg_namelen = size, .msg_iov = &part, .msg_iovlen = 1};
  return sendmsg(fd, &message, MSG_NOSIGNAL);
}

int clinux_accept4(int fd, int nonblocking) {
  return accept4(fd, NULL, NULL, SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0));
}

int clinux_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_peer_groups(int fd, uint32_t *groups, int capacity) {
  socklen_t size = (socklen_t)(sizeof(uint32_t) * (size_t)capacity);
  if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0) return -1;
  return (int)(size / sizeof(uint32_t));
}

int clinux_send_queue(int fd) {
  int held = 0;
  return ioctl(fd, SIOCOUTQ, &held) < 0 ? -1 : held;
}
