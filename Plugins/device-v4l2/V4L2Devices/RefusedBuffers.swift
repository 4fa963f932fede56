// SPDX-License-Identifier: Apache-2.0

/// Buffers that a driver did not take back. Each is offered again: one that stays out is missed by every
/// later frame.
struct RefusedBuffers {
  private var waiting: [UInt32] = []
  private var code: Int32 = 0

  /// Hands a buffer to the driver, and keeps it where it is refused.
  /// - Parameter driver: answers 0 or an errno.
  mutating func offer(_ index: UInt32, to driver: (UInt32) -> Int32) {
    let answer = driver(index)
    guard answer != 0 else { return }
    waiting.append(index)
    code = answer
  }

  /// Offers each once more.
  /// - Parameter count: how many buffers there are.
  /// - Returns: the error, where the driver has none of them to fill: it would be waited for in vain, and
  ///   poll does not tell.
  mutating func offerAgain(of count: Int, to driver: (UInt32) -> Int32) -> Int32? {
    let offered = waiting
    waiting = []
    for index in offered { offer(index, to: driver) }
    return !offered.isEmpty && waiting.count == count ? code : nil
  }
}
