// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// How bytes travel between a reader and a card.
public enum CardProtocol: UInt32, Sendable, Hashable, CaseIterable {
  /// Character-oriented, ISO/IEC 7816-3.
  case t0 = 1
  /// Block-oriented, ISO/IEC 7816-3; readers present contactless cards so too.
  case t1 = 2
  /// Vendor-specific.
  case raw = 4
}

/// Who else may use a card at the same time.
public enum CardShare: UInt32, Sendable, Hashable, CaseIterable {
  /// Others may connect too; a transaction keeps them out for a while.
  case shared = 1
  /// Nobody.
  case exclusive = 2
  /// Exclusive access to the reader itself, with or without a card.
  case direct = 3
}

/// What happens to a card at an end.
public enum CardDisposition: UInt32, Sendable, Hashable, CaseIterable {
  /// It is left as is: selections and verified PINs remain for whoever uses it next.
  case leave = 0
  /// Warm reset: verified PINs and selections are lost.
  case reset = 1
  /// Cold reset: the same, with the power off meanwhile.
  case unpower = 2
  /// Ejected, or unpowered where a reader cannot.
  case eject = 3
}

/// The options of a connection to a card.
public struct CardOptions: Sendable, Hashable {
  /// As a listing returned it.
  public var locator: String
  /// Default `shared`.
  public var share: CardShare
  /// The acceptable ones; not empty. Default T=0 and T=1.
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
