// SPDX-License-Identifier: Apache-2.0

/// Makes allocations fail on the calling thread. Provided by `imprint-check`, since the program defines
/// malloc.
///
/// Swift ends the process where an allocation fails, so this is meaningful only for plugins in C and C++,
/// whose libraries need no `libswiftCore.so`. The check's own Swift must not allocate while it is armed, so
/// arm it only around the one C call.
public struct AllocationFaults: Sendable {
  private let arm: @Sendable (UInt64, Bool) -> Void
  private let disarm: @Sendable () -> UInt64
  private let struck: @Sendable () -> Bool

  public init(
    arm: @escaping @Sendable (UInt64, Bool) -> Void, disarm: @escaping @Sendable () -> UInt64,
    struck: @escaping @Sendable () -> Bool
  ) {
    self.arm = arm
    self.disarm = disarm
    self.struck = struck
  }

  /// Makes a call in which the nth allocation of this thread fails, from 1; 0: none fails, they are only
  /// counted.
  /// - Parameter lasting: Whether all after the nth fail too.
  /// - Returns: The answer, how many allocations there were, and whether one failed.
  func failing(_ nth: UInt64, lasting: Bool = false, _ call: () -> Int32) -> (
    status: Int32, allocations: UInt64, struck: Bool
  ) {
    arm(nth, lasting)
    let status = call()
    let count = disarm()
    return (status, count, struck())
  }
}
