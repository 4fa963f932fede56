// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A value that threads share and wait for: a lock with a condition.
public final class Monitor<Value>: @unchecked Sendable {
  // Sendable: `value` is read and written under the lock alone.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  public init(_ value: sending Value) {
    self.value = value
    lock.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The wall clock may jump while something is waited for.
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
  public func with<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    defer { pthread_cond_broadcast(changed) }
    return try body(&value)
  }

  /// Waits until `body` gives something, or until `deadline` of the ``MonotonicClock``.
  /// - Returns: `nil` where there is nothing at the deadline either.
  public func wait<Result, Failure>(
    until deadline: UInt64, _ body: (inout Value) throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    var time = timespec(
      tv_sec: time_t(clamping: deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let result = try body(&value) { return result }
      if pthread_cond_timedwait(changed, lock, &time) == ETIMEDOUT { return try body(&value) }
    }
  }
}

/// The system's monotonic clock, in nanoseconds. Drivers stamp frames with it too.
public enum MonotonicClock {
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// A time so long after another; one that lies beyond all times is `UInt64.max`, which is no limit.
  public static func after(_ span: UInt64, since start: UInt64 = now) -> UInt64 {
    let (sum, overflow) = start.addingReportingOverflow(span)
    return overflow ? .max : sum
  }
}

/// What `cancel` of a session raises, and what its waiting call waits on. From any thread.
public final class StopSignal: Sendable {
  private let raised = Monitor(false)

  public init() {}

  /// Ends the call that waits, and every later one.
  public func raise() { raised.with { $0 = true } }

  /// - Throws: `.cancelled` once it was raised.
  public func check() throws(PluginFailure) {
    if raised.with({ $0 }) { throw PluginFailure(.cancelled, "It was cancelled.") }
  }

  /// Waits until something is due; both times are the ``MonotonicClock``'s.
  /// - Throws: `.cancelled`; `.timeout` with the words at the deadline, where it is not due by then.
  public func wait(until due: UInt64, deadline: UInt64 = .max, _ words: String = "") throws(PluginFailure) {
    let isRaised = raised.wait(until: min(due, deadline)) { $0 ? true : nil } ?? false
    if isRaised { throw PluginFailure(.cancelled, "It was cancelled.") }
    if due > deadline { throw PluginFailure(.timeout, words) }
  }
}
