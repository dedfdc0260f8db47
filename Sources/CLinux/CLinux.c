#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *const *arguments;

// glibc hands its constructors what main gets. Swift's own way reads /proc, and where that is not mounted it has none.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  if (count > 0) arguments = (const char *const *)words;
}

const char *const *clinux_arguments(void) { return arguments; }

int clinux_open(const char *path, int flags, unsigned mode) { return open(path, flags | O_CLOEXEC, (mode_t)mode); }

int clinux_openat(int directory, const char *path, int flags, unsigned mode) {
  return openat(directory, path, flags | O_CLOEXEC, (mode_t)mode);
}

int clinux_fallocate_keep_size(int fd, int64_t offset, int64_t length) {
  return fallocate(fd, FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)length);
}

int clinux_flock(int fd, int operation) { return flock(fd, operation); }

int clinux_set_nonblocking(int fd, int on) {
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0) return -1;
  return fcntl(fd, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}

int clinux_terminal_columns(int fd) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -1;
  return size.ws_col;
}

ssize_t clinux_random(void *bytes, size_t count) { return getrandom(bytes, count, 0); }

const char *clinux_errno_name(int number) { return strerrorname_np(number); }

const char *clinux_errno_text(int number) { return strerrordesc_np(number); }

int clinux_thread_set_name(const char *name) {
  // The kernel keeps fifteen bytes and refuses more.
  char kept[16] = {0};
  strncpy(kept, name, sizeof kept - 1);
  return pthread_setname_np(pthread_self(), kept);
}

int64_t clinux_raise_open_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
  if (limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
  }
  return (int64_t)limit.rlim_cur;
}
