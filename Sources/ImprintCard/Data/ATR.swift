// SPDX-License-Identifier: Apache-2.0

/// A card's answer to reset: how it talks, and who it is.
/// - SeeAlso: ISO/IEC 7816-3:2006, 8.2.
public struct ATR: Sendable, Hashable, CustomStringConvertible {
  /// The most bytes there are: TS and 32 others.
  public static let mostBytes = 33

  /// How bits become levels.
  public enum Convention: String, Sendable, Hashable { case direct, inverse }

  /// What the check byte at the end, TCK, says.
  public enum Checksum: String, Sendable, Hashable {
    /// A card that offers T=0 alone has none.
    case none
    case right
    /// There are such cards; what the ATR says is worth less then.
    case wrong
    /// It has to be there and is not.
    case missing
  }

  /// One round of interface bytes. Which of them there are, and what they mean, depends on the round.
  public struct InterfaceBytes: Sendable, Hashable {
    public let ta: UInt8?
    public let tb: UInt8?
    public let tc: UInt8?
    public let td: UInt8?
    /// The protocol that the round belongs to: of the `TD` before it; `nil` for the first.
    public let transmission: Int?
  }

  public let bytes: [UInt8]
  public let convention: Convention
  /// TA1 and so on, in order; at least one round.
  public let interface: [InterfaceBytes]
  public let historical: HistoricalBytes
  public let checksum: Checksum

  /// Reads an ATR of untrusted bytes.
  /// - Throws: ``CardError`` `card-data`: it is cut, too long, has more behind its end, or begins as none
  ///   does.
  public init(_ bytes: [UInt8]) throws(CardError) {
    guard (2...Self.mostBytes).contains(bytes.count) else {
      throw .data("ATR", "it has \(bytes.count) bytes; it has 2 to \(Self.mostBytes).")
    }
    switch bytes[0] {
    case 0x3B: convention = .direct
    case 0x3F: convention = .inverse
    default: throw .data("ATR: TS", "it begins with \(Hex.text([bytes[0]])), not 3B or 3F.")
    }
    var reader = ATRReader(bytes: bytes)
    interface = try reader.interface()
    historical = HistoricalBytes(try reader.historical())
    checksum = try reader.checksum(isNeeded: interface.contains { $0.td.map { $0 & 0x0F != 0 } ?? false })
    self.bytes = bytes
  }

  /// The protocols that it offers, T=…, in its order and each once: T=0 where it names none. T=15 is no
  /// protocol.
  public var protocols: [Int] {
    let named = interface.compactMap(\.td).map { Int($0 & 0x0F) }.filter { $0 != 15 }
    var once: [Int] = []
    for one in named where !once.contains(one) { once.append(one) }
    return once.isEmpty ? [0] : once
  }

  /// Whether it talks in one way only (TA2 is there), and in which: T=….
  public var specificProtocol: Int? {
    guard interface.count > 1, let ta2 = interface[1].ta else { return nil }
    return Int(ta2 & 0x0F)
  }

  /// Clock cycles for one unit of time, Fi, and units that go faster, Di, of TA1; 372 and 1 without it. `nil`
  /// where TA1 has a value that is kept for the future.
  public var transmissionFactors: (clock: Int, rate: Int)? {
    guard let ta1 = interface[0].ta else { return (372, 1) }
    let clocks = [372, 372, 558, 744, 1116, 1488, 1860, 0, 0, 512, 768, 1024, 1536, 2048, 0, 0]
    let rates = [0, 1, 2, 4, 8, 16, 32, 64, 12, 20, 0, 0, 0, 0, 0, 0]
    let (clock, rate) = (clocks[Int(ta1 >> 4)], rates[Int(ta1 & 0x0F)])
    return clock > 0 && rate > 0 ? (clock, rate) : nil
  }

  /// The longest block that the card takes over T=1, of its first round for that: 1...254, 32 where it says
  /// nothing.
  public var informationFieldSize: Int {
    interface.dropFirst(2).first { $0.transmission == 1 }?.ta.map(Int.init) ?? 32
  }

  /// All bytes: an ATR is the same for all cards of a kind, and no secret.
  public var description: String { Hex.text(bytes, separator: " ") }
}

/// Walks over an ATR's bytes.
private struct ATRReader {
  let bytes: [UInt8]
  var position = 1
  var historicalCount = 0

  mutating func interface() throws(CardError) -> [ATR.InterfaceBytes] {
    let t0 = try next("T0")
    historicalCount = Int(t0 & 0x0F)
    var rounds: [ATR.InterfaceBytes] = []
    var follow = t0 >> 4
    var transmission: Int?
    // Each round but the last has a TD, and the bytes are few: it ends.
    repeat {
      let number = rounds.count + 1
      let ta = follow & 1 != 0 ? try next("TA\(number)") : nil
      let tb = follow & 2 != 0 ? try next("TB\(number)") : nil
      let tc = follow & 4 != 0 ? try next("TC\(number)") : nil
      let td = follow & 8 != 0 ? try next("TD\(number)") : nil
      rounds.append(ATR.InterfaceBytes(ta: ta, tb: tb, tc: tc, td: td, transmission: transmission))
      follow = (td ?? 0) >> 4
      transmission = td.map { Int($0 & 0x0F) }
      if td == nil { return rounds }
    } while true
  }

  mutating func historical() throws(CardError) -> [UInt8] {
    guard bytes.count - position >= historicalCount else {
      throw .data(
        "ATR: historical bytes", "it says \(historicalCount), and \(bytes.count - position) bytes are left.")
    }
    defer { position += historicalCount }
    return Array(bytes[position..<position + historicalCount])
  }

  mutating func checksum(isNeeded: Bool) throws(CardError) -> ATR.Checksum {
    guard position < bytes.count else { return isNeeded ? .missing : .none }
    guard bytes.count - position == 1, isNeeded else {
      throw .data("ATR: byte \(position)", "something follows its end.")
    }
    return bytes[1...].reduce(0, ^) == 0 ? .right : .wrong
  }

  private mutating func next(_ name: String) throws(CardError) -> UInt8 {
    guard position < bytes.count else { throw .data("ATR: \(name)", "it ends before it.") }
    defer { position += 1 }
    return bytes[position]
  }
}
