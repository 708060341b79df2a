// What Swift's Glibc overlay does not show of Linux: renameat2, openat2, syncfs, spawn attributes.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/syscall.h>
