// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Numbers that follow from a seed: SplitMix64 (Steele, Lea, Flood 2014). Each thing that varies has a stream
/// of its own, so that a new one changes none of the others.
struct Randomness: RandomNumberGenerator {
  private let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// An independent stream, always the same for a name (FNV-1a).
  func stream(_ name: StaticString) -> Randomness {
    let hash = name.withUTF8Buffer { bytes in
      bytes.reduce(0xCBF2_9CE4_8422_2325) { (hash: UInt64, byte) in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    var mixed = Randomness(seed: seed ^ hash)
    return Randomness(seed: mixed.next())
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// All numbers of the range are equally likely.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / 0x1p53
  }

  /// The same, as likely below 0 as above.
  mutating func within(_ size: Double) -> Double { number(-size...size) }

  /// The time until something happens that happens once in `mean` on average, whatever came before.
  mutating func wait(_ mean: Double) -> Double { -mean * log(1 - number(0...0.999)) }

  mutating func isOneIn(_ count: Double) -> Bool { number(0...1) < 1 / count }
}
