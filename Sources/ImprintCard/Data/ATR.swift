// SPDX-License-Identifier: Apache-2.0

/// A card's answer to reset: its protocols and identity.
/// - SeeAlso: ISO/IEC 7816-3:2006, 8.2.
public struct ATR: Sendable, Hashable, CustomStringConvertible {
  /// The maximum length: TS and 32 others.
  public static let mostBytes = 33

  /// The bit coding convention.
  public enum Convention: String, Sendable, Hashable { case direct, inverse }

  /// The state of the check byte, TCK.
  public enum Checksum: String, Sendable, Hashable {
    /// A card with only T=0 has none.
    case none
    case right
    /// Occurs in practice; the ATR is then less reliable.
    case wrong
    /// Required but missing.
    case missing
  }

  /// One group of interface bytes. Their presence and meaning depend on the group.
  public struct InterfaceBytes: Sendable, Hashable {
    public let ta: UInt8?
    public let tb: UInt8?
    public let tc: UInt8?
    public let td: UInt8?
    /// The protocol of the group: from the `TD` before it; `nil` for the first.
    public let transmission: Int?
  }

  public let bytes: [UInt8]
  public let convention: Convention
  /// TA1 and so on, in order; at least one group.
  public let interface: [InterfaceBytes]
  public let historical: HistoricalBytes
  public let checksum: Checksum

  /// Parses an ATR from untrusted bytes.
  /// - Throws: ``CardError`` `card-data`: truncated, too long, trailing bytes, or an invalid first byte.
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

  /// The protocols that it offers, T=…, in its order, unique: T=0 if it names none. T=15 is not a protocol.
  public var protocols: [Int] {
    let named = interface.compactMap(\.td).map { Int($0 & 0x0F) }.filter { $0 != 15 }
    var once: [Int] = []
    for one in named where !once.contains(one) { once.append(one) }
    return once.isEmpty ? [0] : once
  }

  /// The protocol of specific mode (TA2 is present): T=….
  public var specificProtocol: Int? {
    guard interface.count > 1, let ta2 = interface[1].ta else { return nil }
    return Int(ta2 & 0x0F)
  }

  /// The clock rate conversion integer Fi and the baud rate adjustment integer Di, from TA1; 372 and 1
  /// without it. `nil` if TA1 has a reserved value.
  public var transmissionFactors: (clock: Int, rate: Int)? {
    guard let ta1 = interface[0].ta else { return (372, 1) }
    let clocks = [372, 372, 558, 744, 1116, 1488, 1860, 0, 0, 512, 768, 1024, 1536, 2048, 0, 0]
    let rates = [0, 1, 2, 4, 8, 16, 32, 64, 12, 20, 0, 0, 0, 0, 0, 0]
    let (clock, rate) = (clocks[Int(ta1 >> 4)], rates[Int(ta1 & 0x0F)])
    return clock > 0 && rate > 0 ? (clock, rate) : nil
  }

  /// The maximum block that the card accepts over T=1 (IFSC), from its first group for that: 1...254, default
  /// 32.
  public var informationFieldSize: Int {
    interface.dropFirst(2).first { $0.transmission == 1 }?.ta.map(Int.init) ?? 32
  }

  /// All bytes: an ATR is the same for all cards of a model, and not secret.
  public var description: String { Hex.text(bytes, separator: " ") }
}

/// A parser of an ATR's bytes.
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
    // Each group but the last has a TD, and the bytes are bounded: terminates.
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
