// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// A connection to a card through a reader, or to the reader alone. ``CardSession`` has one at a time.
///
/// After ``CardError`` `card-was-reset`, `card-missing`, `reader-gone` or `service` each later call but
/// ``reconnect(_:after:)`` and ``disconnect(_:)`` throws the same.
public protocol CardLink: CardTransmitting {
  func status() async throws(CardError) -> CardStatus
  /// Begins a transaction; these nest. Waits at most that long.
  func begin(timeout: Duration) async throws(CardError)
  func end(_ disposition: CardDisposition) async throws(CardError)
  /// Reconnects, after the disposition is applied to the card.
  func reconnect(_ options: CardOptions, after disposition: CardDisposition) async throws(CardError)
  /// Ends the connection, whether it throws or not.
  func disconnect(_ disposition: CardDisposition) async throws(CardError)
  func control(_ code: UInt32, _ input: [UInt8]) async throws(CardError) -> [UInt8]
  func attribute(_ tag: UInt32) async throws(CardError) -> [UInt8]
  func setAttribute(_ tag: UInt32, to value: [UInt8]) async throws(CardError)
}

/// A source of readers: a plugin, or a test double.
public protocol CardReaderService: Sendable {
  func readers() async throws(CardError) -> [CardReaderInfo]
  func connect(_ options: CardOptions) async throws(CardError) -> any CardLink
  func watch() async throws(CardError) -> any CardReaderWatch
}

/// Reports changes of readers.
public protocol CardReaderWatch: Sendable {
  /// Waits for a possible change, at most that long.
  /// - Returns: whether to list again.
  /// - Throws: ``CardError`` `service` if the service has ended; the next call continues once it is back.
  func next(timeout: Duration) async throws(CardError) -> Bool
  /// Ends the current wait and all later ones immediately.
  func cancel()
}
