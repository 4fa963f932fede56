// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

extension FingerSound {
  /// The sound of what a watch of devices told, for who plays those of readers and cards.
  /// - Parameter before: of a card reader, its state before the event: a sound is of a card that comes or
  ///   goes.
  /// - Returns: `nil` where it has none.
  public init?(of event: DeviceEvent, before: CardReaderState = []) {
    switch (event.device, event.change) {
    case (.fingerReader, .added): self = .readerConnected
    case (.fingerReader, .removed): self = .readerDisconnected
    case (.cardReader, .changed):
      let hasCard = CardReaderState(rawValue: event.readerState).contains(.card)
      guard hasCard != before.contains(.card) else { return nil }
      self = hasCard ? .cardInserted : .cardRemoved
    default: return nil
    }
  }
}
