// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A value that threads wait for.
final class Gate<Value>: @unchecked Sendable {
  // Sendable: `value` is read and written under the lock alone.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    lock.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The wall clock may be set while something is waited for.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Reads or changes the value. Whoever waits looks at it again.
  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    defer { pthread_cond_broadcast(changed) }
    return body(&value)
  }

  /// Waits until `body` gives something, or the monotonic clock shows `deadline` nanoseconds.
  func wait<Result>(until deadline: UInt64, _ body: (inout Value) -> Result?) -> Result? {
    var time = timespec(
      tv_sec: time_t(clamping: deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) { return result }
      if pthread_cond_timedwait(changed, lock, &time) == ETIMEDOUT { return body(&value) }
    }
  }
}

/// The monotonic clock, in nanoseconds.
enum Monotonic {
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static func after(_ nanoseconds: UInt64) -> UInt64 {
    let (sum, overflow) = now.addingReportingOverflow(nanoseconds)
    return overflow ? .max : sum
  }
}

/// Runs work on a thread of its own, which ends with it.
/// - Returns: whether there was a thread for it; otherwise it does not run.
func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
  var thread = pthread_t()
  let argument = Unmanaged.passRetained(ThreadWork(run: work)).toOpaque()
  let result = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }, argument)
  guard result == 0 else {
    Unmanaged<ThreadWork>.fromOpaque(argument).release()
    return false
  }
  pthread_detach(thread)
  return true
}

private final class ThreadWork {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}
