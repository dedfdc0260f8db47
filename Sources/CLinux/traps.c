#define _GNU_SOURCE
#include "CLinux.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// What is said, and how the process ends, where somebody else's code traps. The handler touches plain memory only, and
// calls nothing but write and _exit.

enum { places_max = 4, text_max = 512, name_max = 256, alternate_stack_bytes = 64 << 10 };

typedef struct {
  char bytes[text_max];
  size_t count;
} text;

// Written before the handlers are installed, read-only from then on.
static struct {
  text before, after;
  int status;
} words[places_max];

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
enum { signal_count = sizeof signals / sizeof signals[0] };
static struct sigaction earlier[signal_count];

// What the thread is at; `place` is -1 while it runs no code but ours.
static _Thread_local struct {
  volatile sig_atomic_t place;
  uint64_t number;
  size_t count;
  char name[name_max];
} work = {.place = -1};

static size_t append(char *line, size_t length, const char *bytes, size_t count) {
  memcpy(line + length, bytes, count);
  return length + count;
}

static size_t append_number(char *line, size_t length, uint64_t number) {
  char digits[20];
  size_t count = 0;
  do {
    digits[sizeof digits - ++count] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  return append(line, length, digits + sizeof digits - count, count);
}

static void give_way(int signal, const siginfo_t *about) {
  for (int index = 0; index < signal_count; index++)
    if (signals[index] == signal) sigaction(signal, &earlier[index], NULL);
  // A fault comes again when the instruction does; what somebody sent does not.
  if (about->si_code <= 0) raise(signal);
}

static void trapped(int signal, siginfo_t *about, void *context) {
  (void)context;
  int place = work.place;
  if (place < 0) {
    give_way(signal, about);
    return;
  }
  work.place = -1;
  static const char seq[] = " (seq ", end[] = ")";
  char line[2 * text_max + name_max + 64];
  size_t length = append(line, 0, words[place].before.bytes, words[place].before.count);
  length = append(line, length, work.name, work.count);
  length = append(line, length, seq, sizeof seq - 1);
  length = append_number(line, length, work.number);
  length = append(line, length, end, sizeof end - 1);
  length = append(line, length, words[place].after.bytes, words[place].after.count);
  line[length++] = '\n';
  ssize_t written = write(STDERR_FILENO, line, length);
  (void)written;
  _exit(words[place].status);
}

static void keep(text *into, const char *bytes, size_t count) {
  into->count = count < text_max ? count : text_max;
  memcpy(into->bytes, bytes, into->count);
}

void clinux_trap_words(int place, const char *before, size_t before_count, const char *after, size_t after_count,
                       int status) {
  keep(&words[place].before, before, before_count);
  keep(&words[place].after, after, after_count);
  words[place].status = status;
}

int clinux_trap_install(void) {
  // A stack that ran over leaves no room for the handler.
  stack_t stack = {.ss_size = alternate_stack_bytes};
  stack.ss_sp = mmap(NULL, stack.ss_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) < 0) return -1;
  struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < signal_count; index++)
    if (sigaction(signals[index], &action, &earlier[index]) < 0) return -1;
  return 0;
}

void clinux_trap_begin(int place, const char *name, size_t count, uint64_t number) {
  work.count = count < name_max ? count : name_max;
  memcpy(work.name, name, work.count);
  work.number = number;
  atomic_signal_fence(memory_order_seq_cst);
  work.place = place;
}

void clinux_trap_end(void) { work.place = -1; }
