// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Events of readers and the cards in them.
public enum CardReaderEvent: Sendable, Hashable {
  case readerAdded(CardReaderInfo)
  case readerRemoved(CardReaderInfo)
  case cardInserted(CardReaderInfo)
  case cardRemoved(CardReaderInfo)
  /// Another program starts or stops using the card, or it has lost power.
  case stateChanged(CardReaderInfo)
  /// The system's service has ended: readers are unknown until it is back.
  case serviceStopped(CardError)
  case serviceReturned

  /// The reader concerned.
  public var reader: CardReaderInfo? {
    switch self {
    case .readerAdded(let reader), .readerRemoved(let reader), .cardInserted(let reader),
      .cardRemoved(let reader), .stateChanged(let reader):
      reader
    case .serviceStopped, .serviceReturned: nil
    }
  }

  /// The changes between two listings, in the order of the later one; removed readers first.
  static func changes(from old: [CardReaderInfo], to new: [CardReaderInfo]) -> [CardReaderEvent] {
    var events: [CardReaderEvent] = []
    let names = Set(new.map(\.locator))
    for reader in old where !names.contains(reader.locator) {
      if reader.state.contains(.card) { events.append(.cardRemoved(reader)) }
      events.append(.readerRemoved(reader))
    }
    for reader in new {
      guard let before = old.first(where: { $0.locator == reader.locator }) else {
        events.append(.readerAdded(reader))
        if reader.state.contains(.card) { events.append(.cardInserted(reader)) }
        continue
      }
      let (was, isThere) = (before.state.contains(.card), reader.state.contains(.card))
      switch (was, isThere) {
      case (true, false): events.append(.cardRemoved(reader))
      case (false, true): events.append(.cardInserted(reader))
      // Removed and another one inserted between two listings.
      case (true, true) where before.events != reader.events:
        events += [.cardRemoved(before), .cardInserted(reader)]
      case (true, true), (false, false):
        if before.state != reader.state { events.append(.stateChanged(reader)) }
      }
    }
    return events
  }
}
