// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A reader, and what is in it.
public struct CardReaderInfo: Sendable, Hashable {
  /// What `connect` takes; at most 511 bytes.
  public let locator: String
  /// For people; at most 127 bytes, longer ones are cut.
  public let name: String
  public let state: CardReaderState
  /// Cards put in and taken out so far, as far as is known.
  public let events: UInt32
  /// The card's answer to reset, at most 33 bytes; empty without one.
  public let atr: [UInt8]

  public init(locator: String, name: String, state: CardReaderState, events: UInt32, atr: [UInt8]) {
    self.locator = locator
    self.name = name
    self.state = state
    self.events = events
    self.atr = atr
  }
}

/// `IMP_READER_...`
public struct CardReaderState: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A card is there.
  public static let card = CardReaderState(rawValue: IMP_READER_CARD)
  /// One that does not answer.
  public static let mute = CardReaderState(rawValue: IMP_READER_MUTE)
  /// Somebody is connected to it.
  public static let inUse = CardReaderState(rawValue: IMP_READER_IN_USE)
  /// And keeps others out.
  public static let exclusive = CardReaderState(rawValue: IMP_READER_EXCLUSIVE)
  public static let unpowered = CardReaderState(rawValue: IMP_READER_UNPOWERED)
}

/// `IMP_CARD_T0` and others.
public struct CardProtocols: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let t0 = CardProtocols(rawValue: IMP_CARD_T0)
  public static let t1 = CardProtocols(rawValue: IMP_CARD_T1)
  public static let raw = CardProtocols(rawValue: IMP_CARD_RAW)
}

/// `IMP_CARD_SHARE_...`
public enum CardShare: UInt32, Sendable, Hashable {
  case shared = 1
  case exclusive = 2
  /// The reader, with or without a card.
  case direct = 3
}

/// What becomes of a card: `IMP_CARD_LEAVE` and others.
public enum CardDisposition: UInt32, Sendable, Hashable {
  case leave = 0
  /// Warm reset.
  case reset = 1
  /// Cold reset.
  case unpower = 2
  /// Or unpowered, where a reader cannot.
  case eject = 3
}

/// What is asked of a connection. The kit has checked the ranges.
public struct CardOptions: Sendable, Hashable {
  /// As listed; empty for `reconnect`.
  public let locator: String
  public let share: CardShare
  /// Those that will do; T=0 and T=1 where the host leaves it open. Never empty.
  public let protocols: CardProtocols
}

/// What a connection is now.
public struct CardStatus: Sendable, Hashable {
  public let state: CardReaderState
  /// One; none where there is none.
  public let `protocol`: CardProtocols
  /// At most 33 bytes; empty without a card.
  public let atr: [UInt8]

  public init(state: CardReaderState, protocol: CardProtocols, atr: [UInt8]) {
    self.state = state
    self.protocol = `protocol`
    self.atr = atr
  }
}
