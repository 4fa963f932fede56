// SPDX-License-Identifier: Apache-2.0

/// Makes allocations fail on the calling thread. `imprint-check` gives it, since malloc is the program's.
///
/// Swift ends the process where an allocation fails, so this says something about plugins in C and C++ only:
/// those whose libraries need no `libswiftCore.so`. The check's own Swift must not allocate while it is
/// armed, so arm it around the one C call alone.
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

  /// Makes a call in which the nth allocation of this thread fails, from 1; 0: none does, they are counted.
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
