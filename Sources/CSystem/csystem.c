#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int csystem_open_beneath(int folder, const char *path, int flags, uint32_t mode) {
  struct open_how how = {0};
  how.flags = (uint64_t)(uint32_t)(flags | O_CLOEXEC);
  how.mode = (flags & O_CREAT) ? mode : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int csystem_rename(int from_folder, const char *from, int to_folder, const char *to, uint32_t flags) {
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

int csystem_syncfs(int descriptor) { return syncfs(descriptor); }

bool csystem_local_offset(int64_t seconds, int64_t *offset) {
  time_t instant = (time_t)seconds;
  struct tm local;
  tzset();
  if (localtime_r(&instant, &local) == 0) return false;
  *offset = local.tm_gmtoff;
  return true;
}
