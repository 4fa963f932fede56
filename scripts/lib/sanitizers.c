// SPDX-License-Identifier: Apache-2.0
// Linked into every program that scripts/test-deep builds with a sanitizer; with THREADS defined, where it is
// ThreadSanitizer. Is itself compiled without.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// The runtimes ask for these as a program starts. Variables such as ASAN_OPTIONS would not reach the programs
// that tests give an environment of their own.
//
// Foundation's Process, which tests use, leaks a reference each time, and lazy globals count as leaks.
const char *__asan_default_options(void) { return "detect_leaks=0"; }

#ifdef THREADS
// Swift's own libraries are not instrumented, so ThreadSanitizer does not see what their reference counts and
// their Mutex put in order. The functions that do are told of here, and then called.
void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define NEXT(name)                                                                                                     \
  static __typeof__(&name) next;                                                                                       \
  __typeof__(&name) known = __atomic_load_n(&next, __ATOMIC_RELAXED);                                                  \
  if (known == 0) {                                                                                                    \
    known = (__typeof__(&name))dlsym(RTLD_NEXT, symbol);                                                               \
    __atomic_store_n(&next, known, __ATOMIC_RELAXED);                                                                  \
  }

// Whoever lets an object go has used it before whoever lets the last reference go ends it.
static void let_go(void *object) {
  // What is below zero is not counted: a short string, or what lives for ever. Else without the bits in which
  // a reference to a string or an array says what it is.
  if ((intptr_t)object <= 0) return;
  void *address = (void *)((uintptr_t)object & 0x0ffffffffffffff8);
  __tsan_release(address);
  __tsan_acquire(address);
}

void swift_release(void *object) {
  const char *symbol = "swift_release";
  NEXT(swift_release)
  let_go(object);
  known(object);
}

void swift_release_n(void *object, uint32_t count) {
  const char *symbol = "swift_release_n";
  NEXT(swift_release_n)
  let_go(object);
  known(object, count);
}

void swift_bridgeObjectRelease(void *object) {
  const char *symbol = "swift_bridgeObjectRelease";
  NEXT(swift_bridgeObjectRelease)
  let_go(object);
  known(object);
}

// Whoever has the only reference to a buffer writes into it after all who read it.
#define UNIQUELY(name)                                                                                                 \
  _Bool name(void *object) {                                                                                           \
    const char *symbol = #name;                                                                                        \
    NEXT(name)                                                                                                         \
    const _Bool is_unique = known(object);                                                                             \
    if (is_unique && (intptr_t)object > 0) __tsan_acquire(object);                                                              \
    return is_unique;                                                                                                  \
  }
UNIQUELY(swift_isUniquelyReferenced_native)
UNIQUELY(swift_isUniquelyReferenced_nonNull_native)

// Mutex: what is not contended is compiled into the caller, and instrumented there.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void unlock_slow(SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  const char *symbol = "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF";
  NEXT(lock_slow)
  known(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
  const char *symbol = "$s15Synchronization12_MutexHandleV11_unlockSlowyyF";
  NEXT(unlock_slow)
  __tsan_release(mutex);
  known(mutex);
}
#endif
