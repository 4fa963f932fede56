// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// A connection to a smart card, or to a reader without one.
///
/// Commands run one at a time, on a thread of the connection's own. ``perform(_:)`` makes several without a
/// thread switch between them; ``transaction(timeout:ending:_:)`` also keeps other programs' commands out.
///
/// **A card that is lost stays lost.** Once a call has thrown `card-reset` (another program has reset the
/// card), `card-missing`, `device-gone` or `service`, each later call throws the same, and nothing is sent:
/// selections and verified PINs are lost. ``reconnect(_:after:)`` continues after a reset, or once a card is
/// present again; this is never done automatically. After `device-gone` and `service`, and where the plugin's
/// worker has ended, connect again.
///
/// Commands and responses may hold PINs and keys: they appear in no error, log or recording.
///
/// ``close()`` ends the connection, and leaves the card as it is. One that is released without it is closed
/// soon after; others may find the reader busy until then.
public actor CardConnection {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// The longest command: header, Lc, 65535 bytes, Le.
  public static let maximumCommandBytes = Int(IMP_CARD_COMMAND_BYTES)
  /// The longest response: 65536 bytes and a status word.
  public static let maximumResponseBytes = Int(IMP_CARD_RESPONSE_BYTES)
  /// The longest attribute that is accepted.
  public static let maximumAttributeBytes = 1 << 16

  private let card: PluginObject<imp_card_reader_ability>
  private let thread: PluginThread
  private let room = CardRoom(bytes: maximumResponseBytes)
  /// Why the card is lost.
  private var loss: PluginCallError?

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private init(
    _ card: PluginObject<imp_card_reader_ability>, thread: PluginThread, plugin: OpenPlugin
  ) {
    self.card = card
    self.thread = thread
    pluginID = plugin.id
  }

  /// Connects to the card in a reader, or to the reader where `options.share` is `direct`.
  /// - Throws: ``PluginCallError`` `busy` where it is in exclusive use, or is in use and exclusive access was
  ///   requested; `card-missing`, `card-mute`, `device-missing`, `device-denied`, `device-failed`, `service`,
  ///   `entitlement`, `argument`; `unsupported` where the card supports none of the protocols, and for a
  ///   plugin without `imprint.card-reader/1`.
  public static func connect(
    _ plugin: OpenPlugin, options: CardOptions
  ) async throws(PluginCallError) -> CardConnection {
    try await PluginThread.opening(for: plugin, connecting) { thread throws(PluginCallError) in
      try connectBlocking(plugin, options: options, on: thread)
    }
  }

  private static let connecting = "card-reader.connect"

  private static func connectBlocking(
    _ plugin: OpenPlugin, options: CardOptions, on thread: PluginThread
  ) throws(PluginCallError) -> CardConnection {
    guard var raw = options.raw else {
      throw .argument(
        plugin: plugin.id, function: connecting, "the locator is invalid, or no protocol is accepted.")
    }
    let card = try options.locator.lend { locator in
      raw.locator = locator
      return Result<_, PluginCallError> { () throws(PluginCallError) in
        try PluginObject(
          of: plugin, imp_card_reader_ability.self, function: connecting, destroy: \.close
        ) { $0.pointee.connect($1, &raw, $2) }
      }
    }.get()
    return CardConnection(card, thread: thread, plugin: plugin)
  }

  /// Makes several calls on the connection's own thread, with no other between them.
  public func perform<Answer: Sendable, Failure: Error>(
    _ body: @Sendable (isolated CardConnection) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try body(self)
  }

  /// The current state of the connection.
  /// - Throws: ``PluginCallError`` as ``transmit(_:)``.
  public func status() throws(PluginCallError) -> CardStatus {
    let function = "card-reader.status"
    var raw = sized(imp_card_status())
    try call(function) { $0.pointee.status($1, &raw) }
    do { return try CardStatus(raw) } catch { throw card.misbehaved(function, error.sentence) }
  }

  /// Sends one command and returns its response with the status word, both unchanged: no command is repeated,
  /// and none is added.
  ///
  /// Cancelling the task does not end it: a command sent to a card cannot be recalled.
  /// - Parameter command: 1 to ``maximumCommandBytes`` bytes.
  /// - Returns: at most ``maximumResponseBytes`` bytes, which may be anything: a card is not trusted.
  /// - Throws: ``PluginCallError`` `busy` while another connection has a transaction, and nothing was sent:
  ///   no other error is retryable; `card-reset`, `card-missing`, `card-mute`, `device-gone`, `service`;
  ///   `device-failed` where it is unknown whether the card received it; `entitlement`, and nothing was
  ///   sent; `internal` where the answer is not what the contract allows, and `state` from then on.
  public func transmit(_ command: [UInt8]) throws(PluginCallError) -> [UInt8] {
    let function = "card-reader.transmit"
    guard (1...Self.maximumCommandBytes).contains(command.count) else {
      throw .argument(
        plugin: pluginID, function: function,
        "a command has 1 to \(Self.maximumCommandBytes) bytes; this has \(command.count).")
    }
    return try exchange(function, command) { $0.pointee.transmit($1, $2, $3) }
  }

  /// Sends a vendor-specific control code to the reader. It may take minutes, as when the reader asks for a
  /// PIN.
  /// - Parameter input: up to ``maximumCommandBytes`` bytes.
  /// - Throws: ``PluginCallError`` `unsupported` where the reader has no such code; others as
  ///   ``transmit(_:)``.
  public func control(_ code: UInt32, _ input: [UInt8] = []) throws(PluginCallError) -> [UInt8] {
    let function = "card-reader.control"
    guard input.count <= Self.maximumCommandBytes else {
      throw .argument(
        plugin: pluginID, function: function,
        "a control code has up to \(Self.maximumCommandBytes) bytes; this has \(input.count).")
    }
    return try exchange(function, input) { $0.pointee.control($1, code, $2, $3) }
  }

  /// Keeps other connections' commands out until ``end(_:)``, until the card is lost, or until the connection
  /// is closed. Calls nest: each needs its own end. For more than one command
  /// ``transaction(timeout:ending:_:)`` is simpler.
  /// - Parameter timeout: waits at most as long while another has a transaction; zero does not wait.
  /// - Throws: ``PluginCallError`` `timeout`, `cancelled`; others as ``transmit(_:)``.
  public func begin(timeout: Duration = .zero) throws(PluginCallError) {
    let nanoseconds = timeout.wholeNanoseconds
    try call("card-reader.begin", by: .waiting) { $0.pointee.begin($1, nanoseconds) }
  }

  /// Ends a transaction, licensed or not, as others may be waiting.
  /// - Parameter disposition: applied to the card before others can use it.
  /// - Throws: ``PluginCallError`` `state` without a transaction; others as ``transmit(_:)``.
  public func end(_ disposition: CardDisposition = .leave) throws(PluginCallError) {
    try call("card-reader.end", by: .ending) { $0.pointee.end($1, disposition.rawValue) }
  }

  /// Connects again through the same object: the only way to continue after `card-reset`. Verified PINs and
  /// selections are lost.
  /// - Parameters:
  ///   - options: the locator is ignored.
  ///   - disposition: applied to the card first.
  /// - Throws: ``PluginCallError`` as ``connect(_:options:)``; a lost card stays lost.
  public func reconnect(
    _ options: CardOptions, after disposition: CardDisposition = .leave
  ) throws(PluginCallError) {
    let function = "card-reader.reconnect"
    if let loss, !loss.isMendedByReconnect { throw loss }
    guard var raw = options.raw else {
      throw .argument(
        plugin: pluginID, function: function, "the locator is invalid, or no protocol is accepted.")
    }
    do throws(PluginCallError) {
      try card.call(function) { card.table.pointee.reconnect(card.object, &raw, disposition.rawValue) }
    } catch {
      if error.isLossOfCard { loss = error }
      throw error
    }
    loss = nil
  }

  /// Ends the connection, licensed or not; each later call throws `state`.
  /// - Parameter disposition: applied to the card first.
  /// - Throws: ``PluginCallError`` as ``transmit(_:)``; the connection has ended nevertheless.
  public func disconnect(_ disposition: CardDisposition = .leave) throws(PluginCallError) {
    // Called even where the card is lost: the plugin may have resources to release. From then on it reports
    // the state; where it was not called, the card stays lost.
    try card.callToEnd("card-reader.disconnect") {
      loss = nil
      return card.table.pointee.disconnect(card.object, disposition.rawValue)
    }
  }

  /// Reads an attribute of the reader: a tag of PC/SC part 3, such as 0x00010100, the vendor's name.
  /// - Throws: ``PluginCallError`` `unsupported` where the reader has none; others as ``transmit(_:)``.
  public func attribute(_ tag: UInt32) throws(PluginCallError) -> [UInt8] {
    let function = "card-reader.attribute"
    var capacity = 256
    // The length it reported suffices, as no other call is made meanwhile.
    for _ in 0..<2 {
      do throws(PluginCallError) {
        return try room.lend(capacity) { buffer throws(PluginCallError) in
          defer { capacity = buffer.pointee.length }
          try call(function) { $0.pointee.attribute($1, tag, buffer) }
        } misbehaved: {
          card.misbehaved(function, $0)
        }
      } catch  where error.code == .shortBuffer {
        guard (257...Self.maximumAttributeBytes).contains(capacity) else {
          throw card.misbehaved(
            function, "it requests a buffer of the invalid size \(UInt(bitPattern: capacity)).")
        }
      }
    }
    throw card.misbehaved(
      function, "it was given a buffer of the requested size, but reports that it is too small.")
  }

  /// Writes an attribute of the reader.
  /// - Parameter value: up to ``maximumCommandBytes`` bytes.
  /// - Throws: as ``attribute(_:)``.
  public func setAttribute(_ tag: UInt32, to value: [UInt8]) throws(PluginCallError) {
    let function = "card-reader.set_attribute"
    guard value.count <= Self.maximumCommandBytes else {
      throw .argument(
        plugin: pluginID, function: function, "an attribute has up to \(Self.maximumCommandBytes) bytes.")
    }
    try value.withUnsafeBufferPointer { value throws(PluginCallError) in
      let bytes = imp_bytes(data: value.baseAddress, length: value.count)
      try call(function) { $0.pointee.set_attribute($1, tag, bytes) }
    }
  }

  /// Ends a wait for a transaction for good: a waiting ``begin(timeout:)``, and every later one, throws
  /// `cancelled`. Commands still work. Returns at once, from any thread.
  public nonisolated func cancel() {
    card.cancel(\.cancel)
  }

  /// Ends the connection once the command in progress has, licensed or not, and leaves the card as it is.
  /// When this returns, others can use the reader. Each later call throws `cancelled`.
  public nonisolated func close() async {
    cancel()
    await closeNow()
  }

  private func closeNow() { card.close() }

  // MARK: Common to all calls

  private typealias Table = UnsafePointer<imp_card_reader_ability>

  private enum Way {
    case plain
    /// It may wait for a card, another program, or a person at the reader: other calls do not wait for it.
    case waiting
    /// It releases something.
    case ending
  }

  private func call(
    _ function: String, by way: Way = .plain, _ body: (Table, OpaquePointer) -> imp_status
  ) throws(PluginCallError) {
    if let loss { throw loss }
    do throws(PluginCallError) {
      switch way {
      case .plain: try card.call(function) { body(card.table, card.object) }
      case .waiting: try card.callThatWaits(function) { body(card.table, card.object) }
      case .ending: try card.callToEnd(function) { body(card.table, card.object) }
      }
    } catch {
      if error.isLossOfCard { loss = error }
      throw error
    }
  }

  private func exchange(
    _ function: String, _ input: [UInt8],
    _ body: (Table, OpaquePointer, imp_bytes, UnsafeMutablePointer<imp_buffer>) -> imp_status
  ) throws(PluginCallError) -> [UInt8] {
    do throws(PluginCallError) {
      return try room.lend(Self.maximumResponseBytes) { buffer throws(PluginCallError) in
        try input.withUnsafeBufferPointer { input throws(PluginCallError) in
          let bytes = imp_bytes(data: input.baseAddress, length: input.count)
          try call(function, by: .waiting) { body($0, $1, bytes, buffer) }
        }
      } misbehaved: {
        card.misbehaved(function, $0)
      }
    } catch  where error.isRetryable && error.code != .busy {
      // A caller that retries could send a PIN twice. Only `busy` guarantees that nothing was sent.
      throw card.misbehaved(
        function,
        "it returned \(error.status), which asks for a retry but does not state whether anything was sent.")
    }
  }
}

extension PluginCallError {
  /// Whether the card that was connected is lost.
  fileprivate var isLossOfCard: Bool {
    [.cardReset, .cardMissing, .deviceGone, .service].contains(code)
  }

  fileprivate var isMendedByReconnect: Bool { [.cardReset, .cardMissing].contains(code) }
}
