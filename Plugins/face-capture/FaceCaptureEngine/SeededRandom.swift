// SPDX-License-Identifier: Apache-2.0

/// The capture's random choices: the same seed gives the same ones, on every machine (xoshiro256**, Blackman
/// and Vigna 2018, its state filled by SplitMix64). Whoever does not know the 128-bit seed cannot foresee
/// them.
struct SeededRandom: RandomNumberGenerator {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  init(seed: (UInt64, UInt64)) {
    var filler = Filler(state: seed.0)
    state.0 = filler.next()
    state.1 = filler.next()
    // The second half enters where the first has been spread already.
    filler.state ^= seed.1
    state.2 = filler.next()
    state.3 = filler.next()
  }

  mutating func next() -> UInt64 {
    let result = Self.rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotated(state.3, by: 45)
    return result
  }

  /// Uniform in the range, from 24 bits: exact in a `Float`, and independent of the standard library's way.
  mutating func float(in range: ClosedRange<Float>) -> Float {
    let share = Float(next() >> 40) / Float(1 << 24)
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  mutating func bool() -> Bool { next() >> 63 == 1 }

  private static func rotated(_ value: UInt64, by bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  private struct Filler {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}
