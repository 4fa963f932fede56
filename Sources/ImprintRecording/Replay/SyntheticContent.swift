// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls

/// Substitutes for the omissions of a redacted recording: of the same shape, and deterministic.
///
/// Results of the replayed plugin replace the recorded ones in later requests: a template that was extracted
/// and then compared is its own again, not noise.
struct SyntheticContent {
  private var learnt: [[UInt8]: [UInt8]] = [:]
  private var bytes = 0
  // Bounded, as the recording is untrusted.
  private static let mostBytes = 64 << 20

  /// - Returns: Bytes of the part's length.
  func content(for part: RecordedBody.Hidden) -> [UInt8] {
    if let known = learnt[part.mark], known.count == part.range.count { return known }
    var generator = SplitMix(seed: part.mark)
    switch part.kind {
    case .bytes:
      return (0..<part.range.count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 32) }
    case .numbers:
      // Values that are valid as image coordinates, angles and qualities alike.
      var content: [UInt8] = []
      while content.count < part.range.count {
        content.append(littleEndian: (Float(generator.next() >> 40) / Float(1 << 24) * 64).bitPattern)
      }
      return Array(content.prefix(part.range.count))
    case .text: return [UInt8](repeating: UInt8(ascii: "x"), count: part.range.count)
    }
  }

  /// Maps a recorded result to the replayed one.
  mutating func learn(_ recorded: RecordedBody, _ replayed: [UInt8]) {
    guard recorded.count == replayed.count else { return }
    for part in recorded.hidden where part.kind != .text && learnt[part.mark] == nil {
      guard bytes + part.range.count <= Self.mostBytes else { return }
      bytes += part.range.count
      learnt[part.mark] = Array(replayed[part.range])
    }
  }
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
private struct SplitMix {
  private var state: UInt64

  init(seed: [UInt8]) { state = seed.reduce(0) { $0 &* 31 &+ UInt64($1) } }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
