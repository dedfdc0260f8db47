#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(epoll, operation, fd, &event);
}

int clinux_epoll_wait(int epoll, clinux_epoll_event *events, int capacity, int timeout_ms) {
  struct epoll_event ready[256];
  int most = capacity < 256 ? capacity : 256;
  int count = epoll_wait(epoll, ready, most, timeout_ms);
  for (int i = 0; i < count; i++) {
    events[i].events = ready[i].events;
    events[i].token = ready[i].data.u64;
  }
  return count;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_timerfd_boottime(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int clinux_timerfd_set(int fd, uint64_t deadline_ns) {
  struct itimerspec when = {
      .it_value = {.tv_sec = (time_t)(deadline_ns / 1000000000u), .tv_nsec = (long)(deadline_ns % 1000000000u)}};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
}

static void fill(sigset_t *set, const int *signals, int count) {
  sigemptyset(set);
  for (int i = 0; i < count; i++) sigaddset(set, signals[i]);
}

static int change_mask(int how, const int *signals, int count) {
  sigset_t set;
  fill(&set, signals, count);
  int failed = pthread_sigmask(how, &set, NULL);
  if (failed == 0) return 0;
  errno = failed;
  return -1;
}

int clinux_signals_block(const int *signals, int count) { return change_mask(SIG_BLOCK, signals, count); }

int clinux_signals_unblock(const int *signals, int count) { return change_mask(SIG_UNBLOCK, signals, count); }

int clinux_signalfd(const int *signals, int count) {
  sigset_t set;
  fill(&set, signals, count);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signalfd_read(int fd) {
  struct signalfd_siginfo about;
  ssize_t got = read(fd, &about, sizeof about);
  if (got == (ssize_t)sizeof about) return (int)about.ssi_signo;
  if (got >= 0) errno = EIO;
  return -1;
}

int clinux_signal_ignore(int signal) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  return sigaction(signal, &ignore, NULL);
}
