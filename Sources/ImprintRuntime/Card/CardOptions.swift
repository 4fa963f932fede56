// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// How bytes travel between a reader and a card.
public enum CardProtocol: UInt32, Sendable, Hashable, CaseIterable {
  /// Byte by byte, ISO/IEC 7816-3.
  case t0 = 1
  /// Block by block, ISO/IEC 7816-3; contactless cards too, as readers show them.
  case t1 = 2
  /// As the reader's maker has it.
  case raw = 4
}

/// Who else may use a card meanwhile.
public enum CardShare: UInt32, Sendable, Hashable, CaseIterable {
  /// Others may connect too; a transaction keeps them out for a while.
  case shared = 1
  /// Nobody.
  case exclusive = 2
  /// The reader itself, with or without a card; nobody else.
  case direct = 3
}

/// What becomes of a card.
public enum CardDisposition: UInt32, Sendable, Hashable, CaseIterable {
  /// It stays as it is: what was selected, and each PIN that was verified, is there for whoever comes next.
  case leave = 0
  /// Warm reset: PINs and what was selected are forgotten.
  case reset = 1
  /// Cold reset: the same, with the power off meanwhile.
  case unpower = 2
  /// Ejected, or unpowered where a reader cannot.
  case eject = 3
}

/// What is asked of a connection to a card.
public struct CardOptions: Sendable, Hashable {
  /// What a listing gave.
  public var locator: String
  /// Default `shared`.
  public var share: CardShare
  /// Those that will do; not empty. Default T=0 and T=1.
  public var protocols: Set<CardProtocol>

  public init(
    locator: String, share: CardShare = .shared, protocols: Set<CardProtocol> = [.t0, .t1]
  ) {
    self.locator = locator
    self.share = share
    self.protocols = protocols
  }

  /// The contract's struct without the locator; `nil` where a value is outside its range.
  var raw: imp_card_options? {
    guard !locator.isEmpty, !locator.utf8.contains(0), !protocols.isEmpty else { return nil }
    var raw = sized(imp_card_options())
    raw.share = share.rawValue
    raw.protocols = protocols.reduce(0) { $0 | $1.rawValue }
    return raw
  }
}
