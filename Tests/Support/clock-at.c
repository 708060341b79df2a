// Loaded into the program under test (LD_PRELOAD): its clock shows another time. HLSPACK_CLOCK_AHEAD is how many seconds
// it is ahead of the machine's (behind, where negative); HLSPACK_CLOCK_KEPT is 1 where something keeps it right.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  int (*next)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = next(clock, time);
  const char *ahead = getenv("HLSPACK_CLOCK_AHEAD");
  if (result == 0 && clock == CLOCK_REALTIME && ahead != 0) time->tv_sec += atoll(ahead);
  return result;
}

int adjtimex(struct timex *state) {
  const char *kept = getenv("HLSPACK_CLOCK_KEPT");
  int is_kept = kept != 0 && strcmp(kept, "1") == 0;
  memset(state, 0, sizeof *state);
  state->status = is_kept ? 0 : STA_UNSYNC;
  return is_kept ? TIME_OK : TIME_ERROR;
}
