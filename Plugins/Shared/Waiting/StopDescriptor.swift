// SPDX-License-Identifier: Apache-2.0
import CSystemDevices
import Glibc
public import ImprintPluginKit
import Synchronization

/// A ``StopSignal`` for waits on descriptors: raised once, from any thread; ends every wait on it.
public final class StopDescriptor: Sendable {
  /// Readable once the signal was raised, and from then on.
  public let descriptor: Int32
  private let raised = Atomic(false)

  /// An hour is no limit, only a number that the system's clock takes.
  private static let longestWait: UInt64 = 3_600_000_000_000

  /// - Throws: `.memory` where no descriptor is left.
  public init() throws(PluginFailure) {
    var opened: Int32 = -1
    let answer = system_open_wake(&opened)
    guard answer == 0 else {
      throw PluginFailure(.memory, "No descriptor is left to wait with: \(systemWords(-answer)).")
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  public var isRaised: Bool { raised.load(ordering: .acquiring) }

  public func raise() {
    raised.store(true, ordering: .releasing)
    system_wake(descriptor)
  }

  /// Waits until the monotonic clock shows `deadline` nanoseconds.
  /// - Returns: whether the signal was raised.
  public func wait(until deadline: UInt64) -> Bool {
    while !isRaised, MonotonicClock.now < deadline { _ = wait(for: nil, until: deadline) }
    return isRaised
  }

  /// Waits until a descriptor is readable, or broken, or the signal is raised, or the monotonic clock shows
  /// `deadline` nanoseconds; a signal of the system's ends the wait too.
  public func wait(for descriptor: Int32?, until deadline: UInt64) -> Readiness {
    let now = MonotonicClock.now
    let left = deadline > now ? deadline - now : 0
    var seen: UInt32 = 0
    let answer = system_wait(descriptor ?? -1, self.descriptor, min(left, Self.longestWait), &seen)
    return Readiness(
      isReadable: seen & SYSTEM_READY != 0, isBroken: seen & SYSTEM_BROKEN != 0, error: -answer)
  }
}

/// What a wait for a descriptor has found.
public struct Readiness: Hashable, Sendable {
  public let isReadable: Bool
  /// The system reports an error of the descriptor, or that its device hung up.
  public let isBroken: Bool
  /// The errno of a wait that failed; 0 for one that did not.
  public let error: Int32
}

/// The system's words for an errno.
public func systemWords(_ code: Int32) -> String { String(cString: strerror(code)) }
