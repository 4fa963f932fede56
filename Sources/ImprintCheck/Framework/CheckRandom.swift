// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are reproducible from a seed and a check's id: SplitMix64 (Steele, Lea, Flood, 2014).
struct CheckRandom: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter check: The check's id, so that checks of one seed do not draw the same numbers.
  init(seed: UInt64, check: String) {
    // FNV-1a, 64 bits.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in check.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    state = seed ^ hash
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// The given number of bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
      withUnsafeBytes(of: next().littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// A number in [0, 1).
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
