// The slow way of `Synchronization.Mutex`, for the thread sanitizer.
//
// A contended lock is taken inside the Swift runtime by a futex call, which the sanitizer does not
// see: every such lock would be reported as a race. Linked into the tests, this takes the lock
// where the sanitizer looks on. The name is the runtime's symbol, the word what it locks.
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

__attribute__((swiftcall)) void lock_slow(
    uint32_t thread, __attribute__((swift_context)) uint32_t *word)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void lock_slow(
    uint32_t thread, __attribute__((swift_context)) uint32_t *word) {
  uint32_t unlocked = 0;
  while (!__atomic_compare_exchange_n(
      word, &unlocked, thread, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    unlocked = 0;
    sched_yield();
  }
}
