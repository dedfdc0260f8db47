#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What Swift's Glibc module lacks or cannot call: variadic functions, GNU extensions, packed structures.
// Every function keeps the convention of the call it wraps: -1 and errno on failure.

int clinux_open(const char *_Nonnull path, int flags, unsigned mode);
int clinux_openat(int directory, const char *_Nonnull path, int flags, unsigned mode);
int clinux_fallocate_keep_size(int fd, int64_t offset, int64_t length);
int clinux_flock(int fd, int operation);
int clinux_set_nonblocking(int fd, int on);

typedef struct {
  uint32_t events;
  uint64_t token;
} clinux_epoll_event;

int clinux_epoll_create(void);
/// `operation`: 1 add, 2 delete, 3 modify.
int clinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token);
int clinux_epoll_wait(int epoll, clinux_epoll_event *_Nonnull events, int capacity, int timeout_ms);

int clinux_eventfd(void);
int clinux_timerfd_boottime(void);
/// Arms for an absolute time in ns; 0 disarms.
int clinux_timerfd_set(int fd, uint64_t deadline_ns);

int clinux_signals_block(const int *_Nonnull signals, int count);
int clinux_signals_unblock(const int *_Nonnull signals, int count);
int clinux_signalfd(const int *_Nonnull signals, int count);
/// The next pending signal's number, or -1.
int clinux_signalfd_read(int fd);
int clinux_signal_ignore(int signal);

/// `type`: 1 stream, 2 datagram. Close-on-exec.
int clinux_unix_socket(int type, int nonblocking);
int clinux_unix_pair(int *_Nonnull both);
/// `path` has `length` bytes; abstract names come without their leading '@'. Longer than the address: ENAMETOOLONG.
int clinux_unix_bind(int fd, const char *_Nonnull path, size_t length, int abstract);
int clinux_unix_connect(int fd, const char *_Nonnull path, size_t length, int abstract);
ssize_t clinux_unix_send_to(int fd, const void *_Nonnull bytes, size_t count, const char *_Nonnull path, size_t length,
                            int abstract);
int clinux_accept4(int fd, int nonblocking);
int clinux_peer_credentials(int fd, int32_t *_Nonnull pid, uint32_t *_Nonnull uid, uint32_t *_Nonnull gid);
/// Fills up to `capacity` groups; the number there are, or -1 (ERANGE: more than `capacity`).
int clinux_peer_groups(int fd, uint32_t *_Nonnull groups, int capacity);
/// Memory that the kernel holds for what was sent and is not read (SIOCOUTQ), in bytes.
int clinux_send_queue(int fd);

/// What the process was started with; NULL-terminated, kept by the C library's start-up code.
const char *_Nullable const *_Nullable clinux_arguments(void);
/// Columns of the terminal at `fd`, or -1.
int clinux_terminal_columns(int fd);
/// "ENOSPC"; NULL for a number without a name. Constant text, safe from every thread.
const char *_Nullable clinux_errno_name(int number);
const char *_Nullable clinux_errno_text(int number);
ssize_t clinux_random(void *_Nullable bytes, size_t count);
int clinux_thread_set_name(const char *_Nonnull name);
/// Soft limit of open files raised to the hard one; the limit there is now, or -1.
int64_t clinux_raise_open_files(void);

/// What is said on stderr before and behind "NAME (seq N)", and the exit status, where a thread traps at `place` (0...3).
/// Before `clinux_trap_install` only; each text is cut to 512 bytes.
void clinux_trap_words(int place, const char *_Nonnull before, size_t before_count, const char *_Nonnull after,
                       size_t after_count, int status);
/// Takes the signals that traps raise; a thread that is at no place leaves them to whoever had them before. Once in a
/// process. The calling thread's stack may run over, too.
int clinux_trap_install(void);
/// The calling thread is at `place` from now on; `name` is cut to 256 bytes.
void clinux_trap_begin(int place, const char *_Nonnull name, size_t count, uint64_t number);
void clinux_trap_end(void);

#endif
