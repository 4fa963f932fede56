// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.card-reader/1`: smart card readers, and the cards in them.
public protocol CardReaderPlugin: Plugin {
  /// The readers there are now; none is an empty list. Called by one thread at a time.
  /// - Throws: `.service`, `.deviceDenied`, `.deviceFailed`.
  func readers() throws(PluginFailure) -> [CardReaderInfo]

  /// Connects to the card in a reader, or to the reader where `options.share` is direct. Called by one thread
  /// at a time.
  /// - Throws: `.busy`, `.cardMissing`, `.cardMute`, `.deviceMissing`, `.deviceDenied`, `.deviceFailed`,
  ///   `.service`, `.entitlement`, `.unsupported` where the card has none of the protocols.
  func connect(_ options: CardOptions) throws(PluginFailure) -> any CardSession
}

/// A connection to a card. It ends, and leaves the card as it is, when it is released.
///
/// `begin` waits. All but `cancel` is called by one thread at a time, and throws `.cardReset`,
/// `.cardMissing`, `.deviceGone` or `.service` once the card is lost. The kit goes on answering what was
/// thrown then, until `reconnect` has mended a reset or a card that is there again, and has each
/// transaction that was open ended with ``CardDisposition/leave`` at once. It also knows how many
/// transactions there are, and that a connection has ended: a session need not count.
///
/// Commands and responses may hold PINs and keys: they are never logged, never in a failure's words, and are
/// kept no longer than the call.
public protocol CardSession: CancellableSession {
  /// What the connection is now.
  func status() throws(PluginFailure) -> CardStatus

  /// Sends one command and writes its response, status word included, as they are. A command is never sent
  /// twice, and none is made up: no GET RESPONSE either.
  ///
  /// The kit owns the room, and hands nothing of it on after a failure.
  /// - Parameters:
  ///   - command: 1 to 65544 bytes.
  ///   - room: 65538 bytes.
  /// - Returns: how long the response is.
  /// - Throws: `.busy` while another connection has a transaction, and nothing was sent; `.cardMute`;
  ///   `.deviceFailed` where it is not known whether the card has seen it; and what is thrown once the card
  ///   is lost.
  func transmit(
    _ command: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> Int

  /// Keeps other connections' commands out until `end`, or until the session is released. They count: each
  /// has its end.
  /// - Parameter timeout: waits at most as many nanoseconds while another has a transaction: 0 does not wait,
  ///   `UInt64.max` waits without limit.
  /// - Throws: `.timeout`, `.cancelled`; others as `transmit`.
  func begin(timeout: UInt64) throws(PluginFailure)

  /// Ends a transaction, of which there is one; before others have the card, this is done to it.
  func end(_ disposition: CardDisposition) throws(PluginFailure)

  /// Connects anew; this is done to the card first. The locator of the options is empty.
  /// - Throws: as ``CardReaderPlugin/connect(_:)``. The connection is what it was before then.
  func reconnect(_ options: CardOptions, _ disposition: CardDisposition) throws(PluginFailure)

  /// Ends the connection, with that done to the card. It has ended when this throws, too. Nothing but the
  /// release follows.
  func disconnect(_ disposition: CardDisposition) throws(PluginFailure)

  /// Sends a control code of the reader's own, with 0 to 65544 bytes, and writes what it answers.
  /// - Parameter room: 65538 bytes, as for `transmit`.
  /// - Returns: how long the answer is.
  /// - Throws: `.unsupported` where the reader has no such code; others as `transmit`.
  func control(
    _ code: UInt32, _ input: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> Int

  /// Reads an attribute of the reader by its tag of PC/SC part 3.
  /// - Throws: `.unsupported` where the reader has none; others as `transmit`.
  func attribute(_ tag: UInt32) throws(PluginFailure) -> [UInt8]

  /// Writes an attribute of the reader.
  /// - Throws: as `attribute`.
  func setAttribute(_ tag: UInt32, _ value: UnsafeRawBufferPointer) throws(PluginFailure)
}
