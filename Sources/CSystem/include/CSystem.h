// What Swift's Glibc overlay does not show of Linux.
//
// Plain types only and no system header beyond stdint: a struct that two modules both declare would need
// both imported wherever it is used.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// The kernel's own numbers (linux/fs.h).
enum { CSYSTEM_RENAME_NOREPLACE = 1, CSYSTEM_RENAME_EXCHANGE = 2 };

// Opens a path strictly beneath a folder, through no link, close-on-exec (openat2).
// -1 and errno; ENOSYS before Linux 5.6.
int csystem_open_beneath(int folder, const char *_Nonnull path, int flags, uint32_t mode);

// renameat2, whatever the C library's age.
int csystem_rename(
    int from_folder, const char *_Nonnull from, int to_folder, const char *_Nonnull to, uint32_t flags);

// Writes everything of the file system that holds the descriptor.
int csystem_syncfs(int descriptor);

// Locks a whole file, which must be open for writing, or changes the kind of the lock, without waiting. The lock is
// the open file description's; the process's, which ends with the closing of any descriptor of the file, where the
// file system knows no other. -1 and EAGAIN or EACCES while another holds one that stands against it.
int csystem_lock_file(int descriptor, bool is_exclusive);

// The kind of the file system that holds the descriptor, as statfs numbers them; 0 where that cannot be told.
int64_t csystem_file_system(int descriptor);

// The identity of what a path names: its inode, and when it was made, in nanoseconds since 1970; 0 where the file
// system does not tell. False where nothing can be told (statx).
bool csystem_birth(const char *_Nonnull path, uint64_t *_Nonnull inode, uint64_t *_Nonnull born);

// Seconds east of UTC of local time at an instant; false where the C library cannot say.
bool csystem_local_offset(int64_t seconds, int64_t *_Nonnull offset);

// Gives every thread of the process the lowest priority for processor (SCHED_IDLE) and disk (the idle class);
// threads made later inherit it. False where the system refuses.
bool csystem_idle_priority(void);

// A descriptor, close-on-exec, that poll finds readable once the child has ended. -1 before Linux 5.3.
int csystem_process_descriptor(int process);

// Whether our child has ended; it stays to be waited for, so its number is not given away.
bool csystem_has_ended(int process);

// A pipe, both ends close-on-exec and above the standard three descriptors. -1 and errno.
int csystem_pipe(int ends[_Nonnull 2]);

// Starts a program in a process group of its own, every signal default and none blocked, with the three given
// descriptors as its standard ones and no other. A null folder: the same as ours. 0, or the error's number.
int csystem_spawn(
    int *_Nonnull process, const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, const char *_Nullable folder, int input, int output, int errors);

// Whether the kernel holds the clock to be kept right by something outside (adjtimex); false where it cannot be asked.
bool csystem_clock_is_synchronised(void);
