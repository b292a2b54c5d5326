#pragma once
// Calls that Swift cannot import: gettid and pthread_setname_np are guarded or variadic-like in glibc.
#define _GNU_SOURCE 1
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int bifrons_gettid(void) { return (int)syscall(SYS_gettid); }
static inline int bifrons_set_thread_name(const char *name) {
  extern int pthread_setname_np(pthread_t, const char *);
  return pthread_setname_np(pthread_self(), name);
}
// C's `stderr` is a mutable global: an error in Swift 6.
static inline void bifrons_write_standard_error(const char *text) { fputs(text, stderr); }
