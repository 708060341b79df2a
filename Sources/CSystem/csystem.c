#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <spawn.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/timex.h>
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

int csystem_lock_file(int descriptor, bool is_exclusive) {
  struct flock whole = {0};
  whole.l_type = is_exclusive ? F_WRLCK : F_RDLCK;
  whole.l_whence = SEEK_SET;
  int result = fcntl(descriptor, F_OFD_SETLK, &whole);
  if (result == 0 || errno == EAGAIN || errno == EACCES) return result;
  return fcntl(descriptor, F_SETLK, &whole);
}

int64_t csystem_file_system(int descriptor) {
  struct statfs facts;
  return fstatfs(descriptor, &facts) == 0 ? (int64_t)(uint32_t)facts.f_type : 0;
}

bool csystem_birth(const char *path, uint64_t *inode, uint64_t *born) {
  struct statx facts;
  if (statx(AT_FDCWD, path, 0, STATX_INO | STATX_BTIME, &facts) != 0 || !(facts.stx_mask & STATX_INO)) return false;
  *inode = facts.stx_ino;
  bool is_told = (facts.stx_mask & STATX_BTIME) && facts.stx_btime.tv_sec > 0;
  *born = is_told ? (uint64_t)facts.stx_btime.tv_sec * 1000000000u + facts.stx_btime.tv_nsec : 0;
  return true;
}

bool csystem_local_offset(int64_t seconds, int64_t *offset) {
  time_t instant = (time_t)seconds;
  struct tm local;
  tzset();
  if (localtime_r(&instant, &local) == 0) return false;
  *offset = local.tm_gmtoff;
  return true;
}

// The kernel's own numbers (linux/ioprio.h).
enum { ioprio_who_process = 1, ioprio_class_idle = 3 << 13 };

bool csystem_idle_priority(void) {
  DIR *tasks = opendir("/proc/self/task");
  if (tasks == 0) return false;
  bool is_done = true;
  struct sched_param none = {0};
  for (struct dirent *entry = readdir(tasks); entry != 0; entry = readdir(tasks)) {
    int thread = atoi(entry->d_name);
    if (thread <= 0) continue;
    if (sched_setscheduler(thread, SCHED_IDLE, &none) != 0 && errno != ESRCH) is_done = false;
    // A kernel without priorities of I/O lacks nothing that could be yielded.
    if (syscall(SYS_ioprio_set, ioprio_who_process, thread, ioprio_class_idle) != 0 && errno != ESRCH && errno != ENOSYS)
      is_done = false;
  }
  closedir(tasks);
  return is_done;
}

int csystem_process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

bool csystem_has_ended(int process) {
  siginfo_t info = {0};
  int result;
  do {
    result = waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT);
  } while (result != 0 && errno == EINTR);
  // A child that is not ours any more has ended as well.
  return result != 0 || info.si_pid == process;
}

int csystem_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    if (ends[i] > 2) continue;
    int higher = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
    int code = errno;
    close(ends[i]);
    ends[i] = higher;
    if (higher >= 0) continue;
    close(ends[1 - i]);
    errno = code;
    return -1;
  }
  return 0;
}

static int set_actions(
    posix_spawn_file_actions_t *actions, const char *folder, int input, int output, int errors) {
  int code = posix_spawn_file_actions_adddup2(actions, input, 0);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, output, 1);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, errors, 2);
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  if (code == 0 && folder != 0) code = posix_spawn_file_actions_addchdir_np(actions, folder);
  return code;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int code = posix_spawnattr_setsigdefault(attributes, &all);
  if (code == 0) code = posix_spawnattr_setsigmask(attributes, &none);
  if (code == 0) code = posix_spawnattr_setpgroup(attributes, 0);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (code == 0) code = posix_spawnattr_setflags(attributes, flags);
  return code;
}

int csystem_spawn(
    int *process, const char *path, char *const *arguments, char *const *environment, const char *folder,
    int input, int output, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    code = set_actions(&actions, folder, input, output, errors);
    if (code == 0) code = set_attributes(&attributes);
    if (code == 0) code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

bool csystem_clock_is_synchronised(void) {
  struct timex state = {.modes = 0};
  int answer = adjtimex(&state);
  return answer >= 0 && answer != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}
