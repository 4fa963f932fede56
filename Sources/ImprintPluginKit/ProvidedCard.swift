// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What an `imp_card` points to: a session, and what is the same for every author.
final class ProvidedCard: CancellableObject {
  private let session: any CardSession
  /// What the session writes to: the host's own room stays untouched by a failure.
  private let room: UnsafeMutableRawBufferPointer
  /// Why the card is lost: what each call answers until `reconnect` has mended it.
  private var loss: PluginFailure?
  private var transactions = 0
  private var isEnded = false

  init(_ host: Host, _ session: any CardSession) {
    self.session = session
    room = .allocate(byteCount: Int(IMP_CARD_RESPONSE_BYTES), alignment: 16)
    room.initializeMemory(as: UInt8.self, repeating: 0)
    super.init(host, session)
  }

  deinit { room.deallocate() }

  func status(_ out: inout imp_card_status) throws(PluginFailure) {
    out = try whileConnected { () throws(PluginFailure) in try session.status() }.raw()
  }

  func transmit(_ command: UnsafeRawBufferPointer, _ response: LentBuffer) throws(PluginFailure) {
    try Self.check(command, from: 1, "A command")
    try exchange(response) { room throws(PluginFailure) in try session.transmit(command, into: room) }
  }

  func control(
    _ code: UInt32, _ input: UnsafeRawBufferPointer, _ output: LentBuffer
  ) throws(PluginFailure) {
    try Self.check(input, from: 0, "The input of a control code")
    try exchange(output) { room throws(PluginFailure) in try session.control(code, input, into: room) }
  }

  func begin(_ timeout: UInt64) throws(PluginFailure) {
    try whileConnected { () throws(PluginFailure) in try session.begin(timeout: timeout) }
    transactions += 1
  }

  func end(_ raw: UInt32) throws(PluginFailure) {
    let disposition = try CardDisposition(checking: raw)
    try whileConnected { () throws(PluginFailure) in
      guard transactions > 0 else { throw PluginFailure(.state, "There is no transaction to end.") }
      try session.end(disposition)
    }
    transactions -= 1
  }

  func reconnect(_ options: imp_card_options, _ raw: UInt32) throws(PluginFailure) {
    let options = try CardOptions(checking: options, named: false)
    let disposition = try CardDisposition(checking: raw)
    try checkNotEnded()
    if let loss, !Self.mendable.contains(loss.status) { throw loss }
    do throws(PluginFailure) {
      try session.reconnect(options, disposition)
    } catch {
      note(error)
      throw error
    }
    loss = nil
  }

  func disconnect(_ raw: UInt32) throws(PluginFailure) {
    let disposition = try CardDisposition(checking: raw)
    try checkNotEnded()
    isEnded = true
    do throws(PluginFailure) { try session.disconnect(disposition) } catch { throw loss ?? error }
    // It has ended, and was not there to be reset or ejected.
    if let loss { throw loss }
  }

  func attribute(_ tag: UInt32, _ value: LentBuffer) throws(PluginFailure) {
    let bytes = try whileConnected { () throws(PluginFailure) in try session.attribute(tag) }
    try value.write(bytes.span.bytes)
  }

  func setAttribute(_ tag: UInt32, _ value: UnsafeRawBufferPointer) throws(PluginFailure) {
    try Self.check(value, from: 0, "An attribute")
    try whileConnected { () throws(PluginFailure) in try session.setAttribute(tag, value) }
  }

  // MARK: What is the same for all

  private static let losses: Set<PluginFailure.Status> = [.cardReset, .cardMissing, .deviceGone, .service]
  private static let mendable: Set<PluginFailure.Status> = [.cardReset, .cardMissing]

  private func checkNotEnded() throws(PluginFailure) {
    if isEnded { throw PluginFailure(.state, "The connection was ended by disconnect.") }
  }

  private func whileConnected<Answer>(
    _ body: () throws(PluginFailure) -> Answer
  ) throws(PluginFailure) -> Answer {
    try checkNotEnded()
    if let loss { throw loss }
    do throws(PluginFailure) {
      return try body()
    } catch {
      note(error)
      throw error
    }
  }

  /// A card that is lost has no transaction any more: where the system counts on, the next one would never
  /// end.
  private func note(_ failure: PluginFailure) {
    guard Self.losses.contains(failure.status) else { return }
    loss = failure
    while transactions > 0 {
      transactions -= 1
      // It failed already: what this answers says nothing new.
      do throws(PluginFailure) { try session.end(.leave) } catch {}
    }
  }

  private static func check(
    _ bytes: UnsafeRawBufferPointer, from least: Int, _ what: String
  ) throws(PluginFailure) {
    guard (least...Int(IMP_CARD_COMMAND_BYTES)).contains(bytes.count) else {
      throw PluginFailure(.argument, "\(what) must have \(least) to \(IMP_CARD_COMMAND_BYTES) bytes.")
    }
  }

  /// Lends the session room, and hands on what it wrote there. Nothing of it stays behind, and nothing of
  /// what it wrote beyond the length that it says.
  private func exchange(
    _ out: LentBuffer, _ body: (UnsafeMutableRawBufferPointer) throws(PluginFailure) -> Int
  ) throws(PluginFailure) {
    guard out.room.count >= room.count else {
      throw PluginFailure(.argument, "A response needs a buffer of \(room.count) bytes, whatever its length.")
    }
    defer { room.initializeMemory(as: UInt8.self, repeating: 0) }
    let length = try whileConnected { () throws(PluginFailure) in try body(room) }
    guard (0...room.count).contains(length) else {
      throw PluginFailure(.internal, "A response of \(length) bytes does not fit its buffer.")
    }
    try out.write(UnsafeRawBufferPointer(rebasing: room[..<length]).bytes)
  }
}
