// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One reader, and the card in it.
public struct CardReaderInfo: Sendable, Hashable {
  /// What ``CardOptions/locator`` takes.
  public let locator: String
  /// The display name.
  public let name: String
  public let state: CardReaderState
  /// The number of insertions and removals so far, as far as is known. Two listings with equal numbers have
  /// the same card.
  public let events: Int
  /// The card's answer to reset (ISO/IEC 7816-3), at most 33 bytes; empty without a responding card.
  public let atr: [UInt8]

  public init(locator: String, name: String, state: CardReaderState, events: Int, atr: [UInt8]) {
    self.locator = locator
    self.name = name
    self.state = state
    self.events = events
    self.atr = atr
  }

  init(_ raw: imp_reader_info) throws(ContractBreach) {
    try checkSize(of: raw)
    locator = try FixedText.read(raw.locator, "a reader's locator")
    name = try FixedText.read(raw.name, "a reader's name")
    guard !locator.isEmpty else { throw ContractBreach("a reader's locator is empty.") }
    state = try CardReaderState(checking: raw.state)
    events = Int(raw.events)
    atr = try CardStatus.atr(raw.atr, length: raw.atr_length)
  }
}

/// The state of a reader.
public struct CardReaderState: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A card is present.
  public static let card = CardReaderState(rawValue: 1)
  /// It does not respond, as one inserted the wrong way round.
  public static let mute = CardReaderState(rawValue: 2)
  /// A program is connected to it.
  public static let inUse = CardReaderState(rawValue: 4)
  /// A program has exclusive access to it.
  public static let exclusive = CardReaderState(rawValue: 8)
  public static let unpowered = CardReaderState(rawValue: 16)

  init(checking raw: UInt32) throws(ContractBreach) {
    let known: CardReaderState = [.card, .mute, .inUse, .exclusive, .unpowered]
    self.init(rawValue: raw)
    guard isSubset(of: known) else { throw ContractBreach("\(raw) is not a valid reader state.") }
  }
}

/// The current state of a connection.
public struct CardStatus: Sendable, Hashable {
  public let state: CardReaderState
  /// The protocol negotiated with the card; `nil` where there is none, as without a card.
  public let cardProtocol: CardProtocol?
  /// The answer to reset, at most 33 bytes; empty without a card.
  public let atr: [UInt8]

  public init(state: CardReaderState, cardProtocol: CardProtocol?, atr: [UInt8]) {
    self.state = state
    self.cardProtocol = cardProtocol
    self.atr = atr
  }

  init(_ raw: imp_card_status) throws(ContractBreach) {
    try checkSize(of: raw)
    state = try CardReaderState(checking: raw.state)
    cardProtocol = CardProtocol(rawValue: raw.protocol)
    guard cardProtocol != nil || raw.protocol == 0 else {
      throw ContractBreach("\(raw.protocol) is not a valid card protocol.")
    }
    atr = try Self.atr(raw.atr, length: raw.atr_length)
  }

  static func atr<Field>(_ field: Field, length: UInt32) throws(ContractBreach) -> [UInt8] {
    guard length <= IMP_CARD_ATR_BYTES else {
      throw ContractBreach(
        "an answer to reset has \(length) bytes; the maximum is \(IMP_CARD_ATR_BYTES).")
    }
    return withUnsafeBytes(of: field) { Array($0.prefix(Int(length))) }
  }
}
