// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
private import Glibc

/// Polls a worker's resource usage, often while it is busy and seldom while it is idle: it can allocate
/// nothing without CPU time, and reading that costs a microsecond.
final class WorkerMeter {
  private static let whileWorking: Duration = .milliseconds(100)
  private static let whileResting: Duration = .seconds(1)
  /// CPU time in which no relevant amount can be allocated.
  private static let negligible: UInt64 = 1_000_000

  private let limits: WorkerLimits
  private let number: Int32
  // Opened before its walls are set up: some systems hide a process's status from others afterwards. It stays
  // bound to that process even if the PID is reused.
  private let status: Int32
  private var timeAtLastLook: UInt64 = 0
  private var pause = whileWorking
  private var next: ContinuousClock.Instant

  /// - Parameter process: A descriptor of a worker that has just been started.
  init(_ process: Int32, limits: WorkerLimits, now: ContinuousClock.Instant) {
    self.limits = limits
    number = imp_process_number(process)
    status = number > 0 ? open("/proc/\(number)/status", O_RDONLY | O_CLOEXEC) : -1
    next = now + Self.whileWorking
  }

  deinit {
    if status >= 0 { close(status) }
  }

  /// Whether it can poll at all, as there is a `/proc`.
  var isAble: Bool { status >= 0 }

  /// The time until the next poll is due.
  func wait(from now: ContinuousClock.Instant) -> Duration { max(.zero, next - now) }

  /// Polls, where that is due.
  /// - Returns: the limit that the worker exceeds.
  func look(at now: ContinuousClock.Instant) -> String? {
    guard now >= next else { return nil }
    var time: UInt64 = 0
    let isKnown = isAble && imp_process_time(number, &time) == 0
    guard isKnown, time &- timeAtLastLook > Self.negligible else {
      pause = min(pause * 2, Self.whileResting)
      next = now + pause
      return nil
    }
    timeAtLastLook = time
    pause = Self.whileWorking
    next = now + pause
    return use()?.excess(over: limits)
  }

  private func use() -> WorkerUse? {
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { room in
      let length = pread(status, room.baseAddress, room.count, 0)
      return length > 0 ? WorkerUse(status: room.prefix(length)) : nil
    }
  }
}
