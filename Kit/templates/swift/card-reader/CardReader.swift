// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A card reader: one in memory, with a card that keeps 64 bytes.
///
/// To make it yours, replace `MemoryReader` by what speaks to your readers. `Session` stays: it says who has
/// the card, whose turn it is, and who is told of a reset. Sizes, transactions that are counted, and a reset
/// that is told again and again are the kit's.
struct CardReader: CardReaderPlugin {
  static let identity = PluginIdentity.own
  /// All who open the plugin see the same reader.
  static let reader = Monitor(MemoryReader())
  private static let locator = "memory:0"

  init(host: Host) {}

  func readers() -> [CardReaderInfo] {
    let state = Self.reader.with { $0.state }
    return [
      CardReaderInfo(
        locator: Self.locator, name: "Reader in memory", state: state, events: 0, atr: MemoryReader.atr)
    ]
  }

  func connect(_ options: CardOptions) throws(PluginFailure) -> any CardSession {
    guard options.locator == Self.locator else {
      throw PluginFailure(.deviceMissing, "There is no such reader; there is only '\(Self.locator)'.")
    }
    return try Session(options)
  }
}

private final class Session: CardSession, @unchecked Sendable {
  // Sendable: all but `isCancelled` is used by one thread at a time, and that within the reader's monitor.
  private var share: CardShare
  /// The resets that it knows of.
  private var resets = 0
  /// Of its transaction.
  private var depth = 0
  private var isCancelled = false
  private var me: ObjectIdentifier { ObjectIdentifier(self) }

  init(_ options: CardOptions) throws(PluginFailure) {
    share = options.share
    try take(options)
  }

  deinit { release() }

  func status() throws(PluginFailure) -> CardStatus {
    let state = try checked { $0.state }
    return CardStatus(state: state, protocol: share == .direct ? [] : .t1, atr: MemoryReader.atr)
  }

  func transmit(
    _ command: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> Int {
    let response = try checked { card throws(PluginFailure) in
      if card.keepsOut(me) { throw PluginFailure(.busy, "Another connection has a transaction.") }
      return card.answer(Array(command))
    }
    room.copyBytes(from: response)
    return response.count
  }

  func begin(timeout: UInt64) throws(PluginFailure) {
    let isMine = try CardReader.reader.wait(until: MonotonicClock.after(timeout)) {
      card throws(PluginFailure) -> Bool? in
      if isCancelled { throw PluginFailure(.cancelled, "The connection was cancelled.") }
      try checkReset(card)
      guard !card.keepsOut(me) else { return nil }
      card.transaction = me
      return true
    }
    guard isMine != nil else { throw PluginFailure(.timeout, "Another connection has a transaction.") }
    depth += 1
  }

  func end(_ disposition: CardDisposition) throws(PluginFailure) {
    depth -= 1
    let isLast = depth == 0
    resets = CardReader.reader.with { card in
      if card.transaction == me, isLast { card.transaction = nil }
      if disposition != .leave { card.reset() }
      return disposition == .leave ? resets : card.resets
    }
  }

  func reconnect(_ options: CardOptions, _ disposition: CardDisposition) throws(PluginFailure) {
    try take(options, disposition)
    share = options.share
  }

  func disconnect(_ disposition: CardDisposition) throws(PluginFailure) {
    let isKeptOut = CardReader.reader.with { card in
      let isKeptOut = card.keepsOut(me) && disposition != .leave
      if !isKeptOut, card.resets == resets, disposition != .leave { card.reset() }
      return isKeptOut
    }
    // The connection has ended all the same.
    release()
    if isKeptOut {
      throw PluginFailure(.busy, "Another connection has a transaction: nothing was done to the card.")
    }
  }

  func control(
    _ code: UInt32, _ input: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> Int {
    try checked { _ throws(PluginFailure) in
      throw PluginFailure(.unsupported, "The reader has no control code \(code).")
    }
  }

  func attribute(_ tag: UInt32) throws(PluginFailure) -> [UInt8] {
    try checked { _ throws(PluginFailure) in
      switch tag {
      // PC/SC part 3: the vendor's name, and the answer to reset.
      case 0x0001_0100: Array("Example".utf8)
      case 0x0009_0303: MemoryReader.atr
      default: throw PluginFailure(.unsupported, "The reader has no attribute \(tag).")
      }
    }
  }

  func setAttribute(_ tag: UInt32, _ value: UnsafeRawBufferPointer) throws(PluginFailure) {
    try checked { _ throws(PluginFailure) in
      throw PluginFailure(.unsupported, "The reader has no attribute \(tag) to be written.")
    }
  }

  func cancel() { CardReader.reader.with { _ in isCancelled = true } }

  // MARK: Who has the card

  private var isConnected = false

  /// Connects, or reconnects. Where it is refused all stays as it was: a connection keeps its transaction.
  private func take(
    _ options: CardOptions, _ disposition: CardDisposition = .leave
  ) throws(PluginFailure) {
    guard options.protocols.contains(.t1) else {
      throw PluginFailure(.unsupported, "The card supports T=1 only.")
    }
    let (isAlone, isAnew) = (options.share == .exclusive, isConnected)
    resets = try CardReader.reader.with { card throws(PluginFailure) in
      let isTaken = card.exclusive.map { $0 != me } ?? false
      let others = card.connections - (isAnew ? 1 : 0)
      if isTaken || (isAlone && others > 0) || (isAnew && card.keepsOut(me)) {
        throw PluginFailure(.busy, "Another connection has the card.")
      }
      if !isAnew { card.connections += 1 }
      card.exclusive = isAlone ? me : nil
      if card.transaction == me { card.transaction = nil }
      if disposition != .leave { card.reset() }
      return card.resets
    }
    (isConnected, depth) = (true, 0)
  }

  private func release() {
    guard isConnected else { return }
    isConnected = false
    depth = 0
    CardReader.reader.with { card in
      card.connections -= 1
      if card.exclusive == me { card.exclusive = nil }
      if card.transaction == me { card.transaction = nil }
    }
  }

  /// Uses the card, where nobody else has reset it.
  private func checked<Answer>(
    _ body: (inout MemoryReader) throws(PluginFailure) -> Answer
  ) throws(PluginFailure) -> Answer {
    try CardReader.reader.with { card throws(PluginFailure) in
      try checkReset(card)
      return try body(&card)
    }
  }

  private func checkReset(_ card: MemoryReader) throws(PluginFailure) {
    guard card.resets == resets else {
      throw PluginFailure(.cardReset, "Another connection has reset the card; reconnect.")
    }
  }
}

private let export = PluginExport(CardReader.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
