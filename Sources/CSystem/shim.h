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

// SHA-256's compression of one 64-byte block (FIPS 180-4, 6.2.2). In C, so that unoptimised builds
// check 12 MB of models in half a second and not in six.
static inline void bifrons_sha256_block(
    unsigned int state[8], const unsigned int constants[64], const unsigned char *block) {
#define BIFRONS_ROTATE(v, n) (((v) >> (n)) | ((v) << (32 - (n))))
  unsigned int w[64], h[8];
  for (int i = 0; i < 16; ++i)
    w[i] = (unsigned int)block[4 * i] << 24 | (unsigned int)block[4 * i + 1] << 16 |
        (unsigned int)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; ++i) {
    const unsigned int a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (BIFRONS_ROTATE(a, 7) ^ BIFRONS_ROTATE(a, 18) ^ a >> 3) +
        (BIFRONS_ROTATE(b, 17) ^ BIFRONS_ROTATE(b, 19) ^ b >> 10);
  }
  for (int i = 0; i < 8; ++i) h[i] = state[i];
  for (int i = 0; i < 64; ++i) {
    const unsigned int a = h[0], e = h[4];
    const unsigned int t1 = h[7] + constants[i] + w[i] + ((e & h[5]) ^ (~e & h[6])) +
        (BIFRONS_ROTATE(e, 6) ^ BIFRONS_ROTATE(e, 11) ^ BIFRONS_ROTATE(e, 25));
    const unsigned int t2 = ((a & h[1]) ^ (a & h[2]) ^ (h[1] & h[2])) +
        (BIFRONS_ROTATE(a, 2) ^ BIFRONS_ROTATE(a, 13) ^ BIFRONS_ROTATE(a, 22));
    for (int k = 7; k > 0; --k) h[k] = h[k - 1];
    h[4] += t1;
    h[0] = t1 + t2;
  }
  for (int i = 0; i < 8; ++i) state[i] += h[i];
#undef BIFRONS_ROTATE
}
