// Loaded into the program under test (LD_PRELOAD): counts what it does to names on the disk, and kills it before one
// of these deeds, as a power cut would. HLSPACK_KILL_AT is the number of that deed, 0 for none; HLSPACK_KILL_COUNT names
// a file that gets the number of all. Nothing is synced, so that many runs take little time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long deeds;
static long fatal;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("HLSPACK_KILL_AT");
  fatal = text ? atol(text) : 0;
}

__attribute__((destructor)) static void end(void) {
  const char *name = getenv("HLSPACK_KILL_COUNT");
  FILE *file = name ? fopen(name, "w") : 0;
  if (file == 0) return;
  fprintf(file, "%ld\n", atomic_load(&deeds));
  fclose(file);
}

static void step(void) {
  if (atomic_fetch_add(&deeds, 1) + 1 != fatal) return;
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  step();
  return NEXT(renameat)(from_folder, from, to_folder, to);
}

int rename(const char *from, const char *to) {
  step();
  return NEXT(rename)(from, to);
}

int unlinkat(int folder, const char *name, int flags) {
  step();
  return NEXT(unlinkat)(folder, name, flags);
}

int mkdirat(int folder, const char *name, mode_t mode) {
  step();
  return NEXT(mkdirat)(folder, name, mode);
}

int mkdir(const char *name, mode_t mode) {
  step();
  return NEXT(mkdir)(name, mode);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  step();
  return NEXT(linkat)(from_folder, from, to_folder, to, flags);
}

int fsync(int descriptor) {
  (void)descriptor;
  step();
  return 0;
}

int syncfs(int descriptor) {
  (void)descriptor;
  step();
  return 0;
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2) step();
  static long (*next)(long, ...);
  if (next == 0) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return next(number, a, b, c, d, e, f);
}
