// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// A connection to a card through a reader, or to the reader alone. ``CardSession`` has one at a time.
///
/// After ``CardError`` `card-was-reset`, `card-missing`, `reader-gone` or `service` each later call but
/// ``reconnect(_:after:)`` and ``disconnect(_:)`` throws the same.
public protocol CardLink: CardTransmitting {
  func status() async throws(CardError) -> CardStatus
  /// Keeps other connections' commands out; they count. Waits at most as long as that.
  func begin(timeout: Duration) async throws(CardError)
  func end(_ disposition: CardDisposition) async throws(CardError)
  /// Connects anew; that is done to the card first.
  func reconnect(_ options: CardOptions, after disposition: CardDisposition) async throws(CardError)
  /// Ends the connection, whether it throws or not.
  func disconnect(_ disposition: CardDisposition) async throws(CardError)
  func control(_ code: UInt32, _ input: [UInt8]) async throws(CardError) -> [UInt8]
  func attribute(_ tag: UInt32) async throws(CardError) -> [UInt8]
  func setAttribute(_ tag: UInt32, to value: [UInt8]) async throws(CardError)
}

/// Where readers are: a plugin, or what stands for one in tests.
public protocol CardReaderService: Sendable {
  func readers() async throws(CardError) -> [CardReaderInfo]
  func connect(_ options: CardOptions) async throws(CardError) -> any CardLink
  func watch() async throws(CardError) -> any CardReaderWatch
}

/// Says that something about readers has changed.
public protocol CardReaderWatch: Sendable {
  /// Waits until something may have changed, or as long as that.
  /// - Returns: whether to list anew.
  /// - Throws: ``CardError`` `service` where the service has ended; the next call goes on once it is back.
  func next(timeout: Duration) async throws(CardError) -> Bool
  /// Ends a wait, and each later one, at once.
  func cancel()
}
