// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Raised once, from any thread; wakes whoever waits for it.
final class StopSignal: @unchecked Sendable {
  // Sendable: `raised` is read and written under the lock alone.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var raised = false

  init() {
    lock.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The wall clock may be set while a frame is waited for.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  var isRaised: Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return raised
  }

  func raise() {
    pthread_mutex_lock(lock)
    raised = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(lock)
  }

  /// Waits till the monotonic clock shows `deadline` nanoseconds.
  /// - Returns: whether the signal was raised.
  func wait(until deadline: UInt64) -> Bool {
    var time = timespec(
      tv_sec: time_t(clamping: deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !raised, pthread_cond_timedwait(condition, lock, &time) != ETIMEDOUT {}
    return raised
  }

  /// The monotonic clock, in nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
