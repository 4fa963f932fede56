// SPDX-License-Identifier: Apache-2.0

/// A threshold on the scale `−12 · log10(FMR)` (F93): whole numbers of 0...72, 12 of which are a decade of
/// the false match rate. 48 is 1 in 10,000 and score 3500; 72 is 1 in 1,000,000 and score 4500.
///
/// A match is a score strictly above it, as with every ``MatchPolicy``.
public struct MatchingThreshold: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 0...72.
  public let value: Int

  /// What there may be. 0 is a false match rate of 1: it refuses only scores that say less than chance.
  public static let range = 0...72
  /// 48.
  public static let standard = MatchingThreshold(unchecked: 48)

  /// - Returns: `nil` outside of ``range``.
  public init?(_ value: Int) {
    guard Self.range.contains(value) else { return nil }
    self.init(unchecked: value)
  }

  /// - Returns: `nil` for a score that lies between two of them, or outside of ``range``.
  public init?(exactly score: Score) {
    guard let value = Int(exactly: score.twelveLog.rounded()), let found = MatchingThreshold(value),
      found.score == score
    else { return nil }
    self = found
  }

  private init(unchecked value: Int) { self.value = value }

  /// The same threshold as a score: 1500...4500.
  public var score: Score { Score(1500 + Double(value * 500) / 12) }

  /// The false match rate with it as threshold: 1e-6...1.
  public var falseMatchRate: Double { score.falseMatchRate }

  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  public var description: String { "\(value)" }
}

extension MatchingThreshold: Codable {
  /// The number alone.
  /// - Throws: `DecodingError` outside of ``range``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let value = try container.decode(Int.self)
    guard let found = MatchingThreshold(value) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(value) is not a matching threshold of 0 to 72.")
    }
    self = found
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
