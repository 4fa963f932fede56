// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// Its length in whole frames: 0 if negative, and at most 10^12, two weeks at the highest rate, so that
  /// sums with positions in a clip never overflow.
  /// - Parameter rate: frames a second.
  package func frames(at rate: Int) -> Int {
    let frames = self / .seconds(1) * Double(rate)
    return frames < 1e12 ? Int(max(0, frames)) : 1_000_000_000_000
  }
}
