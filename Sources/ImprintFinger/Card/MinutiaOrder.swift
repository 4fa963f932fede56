// SPDX-License-Identifier: Apache-2.0

/// The order in which a card takes minutiae, so that it can compare them without sorting.
///
/// The raw value is the byte of a biometric information template: bits 1 and 2 say the direction, bits 3 to 5
/// what is compared, bit 6 that a coordinate continues beyond one byte.
public struct MinutiaOrder: Sendable, Hashable {
  /// What is compared first, and what where that is equal.
  public enum Key: UInt8, Sendable, Hashable, CaseIterable {
    /// Any order.
    case none = 0x00
    /// x, then y.
    case xy = 0x04
    /// y, then x.
    case yx = 0x08
    /// The angle.
    case angle = 0x0C
    /// The distance from the middle of all minutiae, which is their mean rounded to units; then the angle at
    /// which they lie from there.
    case polar = 0x10
  }

  public let key: Key
  public let descending: Bool
  /// Whether the first coordinate is written modulo 256, and a step against the order says that it went on by
  /// 256: pictures up to any width fit, so long as no gap between neighbours in the order has 25.6 mm or
  /// more. Only with ``Key/xy`` and ``Key/yx``, ascending.
  public let extended: Bool

  public static let none = MinutiaOrder(key: .none, descending: false, extended: false)
  public static let ascendingXY = MinutiaOrder(key: .xy, descending: false, extended: false)

  /// - Returns: `nil` for a combination that the standard does not have: a direction without a key, or an
  ///   extension with another key than x or y, or descending.
  public init?(_ key: Key, descending: Bool = false, extended: Bool = false) {
    if key == .none, descending { return nil }
    if extended, descending || key != .xy && key != .yx { return nil }
    self.init(key: key, descending: descending, extended: extended)
  }

  private init(key: Key, descending: Bool, extended: Bool) {
    self.key = key
    self.descending = descending
    self.extended = extended
  }

  /// Reads the byte of a biometric information template.
  /// - Returns: `nil` for reserved bits, both directions, a key without direction or a direction without key.
  public init?(byte: UInt8) {
    guard byte & 0xC0 == 0, let key = Key(rawValue: byte & 0x1C) else { return nil }
    switch (byte & 0x03, key) {
    case (0, .none): self.init(.none, extended: byte & 0x20 != 0)
    case (0, _), (3, _), (_, .none): return nil
    default: self.init(key, descending: byte & 0x03 == 2, extended: byte & 0x20 != 0)
    }
  }

  /// As a biometric information template states it.
  public var byte: UInt8 {
    key == .none ? 0 : key.rawValue | (descending ? 2 : 1) | (extended ? 0x20 : 0)
  }

  /// Sorts minutiae of the card format; equal ones keep their order.
  func sort(_ minutiae: [CardMinutia]) -> [CardMinutia] {
    guard key != .none else { return minutiae }
    let middle = CardMinutia.middle(of: minutiae)
    let keyed = minutiae.enumerated().map { (rank: rank($1, middle), index: $0, minutia: $1) }
    let sorted = keyed.sorted { first, second in
      guard first.rank == second.rank else {
        return descending ? second.rank < first.rank : first.rank < second.rank
      }
      return first.index < second.index
    }
    return sorted.map(\.minutia)
  }

  private func rank(_ minutia: CardMinutia, _ middle: (x: Int, y: Int)) -> Rank {
    switch key {
    case .none: return Rank(first: 0, second: 0)
    case .xy: return Rank(first: minutia.x, second: Double(minutia.y))
    case .yx: return Rank(first: minutia.y, second: Double(minutia.x))
    case .angle: return Rank(first: minutia.angle, second: 0)
    case .polar:
      let (across, down) = (minutia.x - middle.x, minutia.y - middle.y)
      return Rank(first: across * across + down * down, second: bearing(across: across, up: -down))
    }
  }
}

private struct Rank: Comparable {
  let first: Int
  let second: Double

  static func < (one: Rank, other: Rank) -> Bool {
    one.first != other.first ? one.first < other.first : one.second < other.second
  }
}

/// Sorts as the angle counter-clockwise from the right does, 0..<4: exact for equal directions, on every
/// machine.
private func bearing(across: Int, up: Int) -> Double {
  let length = abs(across) + abs(up)
  guard length > 0 else { return 0 }
  let slope = Double(across) / Double(length)
  return up >= 0 ? 1 - slope : 3 + slope
}
