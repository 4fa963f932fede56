// SPDX-License-Identifier: Apache-2.0
import CPCSC
import ImprintPluginKit
import Synchronization

/// A connection to a card or a reader.
final class PCSCCard: CardSession, @unchecked Sendable {
  // Sendable: all but `isCancelled` is used by one thread at a time.
  let context: PCSCContext
  let reader: String
  private let attempts: ConnectAttempts
  /// `nil` once the card was torn out: see `dropLostCard`.
  private var handle: ConnectedHandle?
  private var share: CardShare
  private var protocols: CardProtocols
  /// How many transactions of ours are open.
  private var depth = 0
  /// Of the reader, when the card was connected; see `judge`.
  private(set) var events: UInt32 = 0
  /// A transaction that is waited for, or was.
  private var waiter: TransactionWaiter?
  private let isCancelled = Monitor(false)

  init(_ options: CardOptions, attempts: ConnectAttempts) throws(PluginFailure) {
    context = try PCSCContext()
    reader = options.locator
    share = options.share
    protocols = options.protocols
    self.attempts = attempts
    handle = try attempts.connect(context, reader, options)
    events = now?.events ?? 0
  }

  deinit {
    if let handle { cpcsc_disconnect(handle.number, CardDisposition.leave.rawValue) }
    // The thread of a transaction that is waited for sees that the handle has ended.
    if waiter?.giveUp() == nil { _ = waiter?.wait(until: MonotonicClock.after(PCSCCard.patience)) }
  }

  /// For what ends by itself.
  static let patience: UInt64 = 2_000_000_000

  // MARK: Calls

  func status() throws(PluginFailure) -> CardStatus {
    // A transaction of another's keeps nobody from looking.
    _ = try probe()
    guard let now else { throw judge(PCSCCode(CPCSC_E_READER_UNAVAILABLE), "asking for the status") }
    return CardStatus(state: now.state, protocol: activeProtocol, atr: now.atr)
  }

  func transmit(
    _ command: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> Int {
    let handle = try current()
    if !isOwner, try probe() == .others { throw busy }
    guard let command = command.baseAddress.map({ UnsafeRawBufferPointer(start: $0, count: command.count) }),
      let bytes = command.baseAddress, let response = room.baseAddress
    else { throw PluginFailure(.argument, "There is no command.") }
    var length = room.count
    let code = PCSCCode(
      cpcsc_transmit(handle.number, handle.activeProtocol, bytes, command.count, response, &length))
    guard code == .success else { throw judge(code, "sending a command") }
    // ISO/IEC 7816-3: no response is shorter than its status word. A card that was torn out gives none at
    // all.
    guard length >= 2 || activeProtocol == .raw else {
      let failure = judge(code, "sending a command")
      guard failure.status == .deviceFailed else { throw failure }
      throw PluginFailure(
        .cardMute,
        "\(reader): the card answers \(length) bytes, which is no response; a response has 2 at least.")
    }
    return length
  }

  func begin(timeout: UInt64) throws(PluginFailure) {
    let deadline = MonotonicClock.after(timeout)
    guard !isOwner else {
      // It is ours already, so this does not wait.
      try check(PCSCCode(cpcsc_begin(try current().number)), "beginning a transaction")
      depth += 1
      return
    }
    while try probe() == .others {
      guard MonotonicClock.now < deadline else { throw tooLong }
      try pause(until: min(deadline, MonotonicClock.after(Self.pollTime)))
    }
    let code = try take(until: deadline)
    guard let code else { throw tooLong }
    try check(code, "beginning a transaction")
    depth += 1
  }

  func end(_ disposition: CardDisposition) throws(PluginFailure) {
    guard let handle else {
      depth = 0
      return
    }
    depth = max(depth - 1, 0)
    try check(PCSCCode(cpcsc_end(handle.number, disposition.rawValue)), "ending a transaction")
  }

  func reconnect(_ options: CardOptions, _ disposition: CardDisposition) throws(PluginFailure) {
    if let handle {
      try waitForOthers()
      var active: UInt32 = 0
      // pcsc-lite does not eject here: a cold reset is what is nearest.
      let initialization = min(disposition.rawValue, CardDisposition.unpower.rawValue)
      var code = PCSCCode(
        cpcsc_reconnect(
          handle.number, options.share.winscard, options.protocols.rawValue, initialization, &active))
      // Nothing is lost by a reset of a card that another has left without power; without one it would never
      // answer.
      if code == .success, cpcsc_is_unpowered(handle.number) != 0 {
        code = PCSCCode(
          cpcsc_reconnect(
            handle.number, options.share.winscard, options.protocols.rawValue, CardDisposition.reset.rawValue,
            &active))
      }
      guard code == .success else { throw judge(code, "reconnecting") }
      self.handle = ConnectedHandle(number: handle.number, activeProtocol: active)
    } else {
      handle = try attempts.connect(context, reader, options)
    }
    depth = 0
    share = options.share
    protocols = options.protocols
    events = now?.events ?? 0
  }

  func disconnect(_ disposition: CardDisposition) throws(PluginFailure) {
    guard let handle else { return }
    self.handle = nil
    // Done to the card while another has a transaction, it would wait for the end of that.
    if disposition != .leave, !isOwner, probe(handle) == .sharingViolation {
      cpcsc_disconnect(handle.number, CardDisposition.leave.rawValue)
      throw busy
    }
    try check(PCSCCode(cpcsc_disconnect(handle.number, disposition.rawValue)), "ending the connection")
  }

  func control(
    _ code: UInt32, _ input: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> Int {
    guard let output = room.baseAddress else { throw PluginFailure(.argument, "There is no room.") }
    // pcsc-lite does not look here whether somebody has reset the card, and would hand the code on.
    if share != .direct, try probe() == .others { throw busy }
    var length = room.count
    let result = PCSCCode(
      cpcsc_control(try current().number, code, input.baseAddress, input.count, output, &length))
    if result == .unsupported {
      throw PluginFailure(.unsupported, "\(reader): the reader has no control code \(code).")
    }
    try check(result, "sending a control code")
    return length
  }

  func attribute(_ tag: UInt32) throws(PluginFailure) -> [UInt8] {
    var value = [UInt8](repeating: 0, count: Int(CPCSC_ATTRIBUTE_BYTES))
    var length = value.count
    let code = PCSCCode(cpcsc_get_attribute(try current().number, tag, &value, &length))
    // pcscd takes no more room than was given. A driver that sets the length to nothing where it does not
    // know an attribute makes pcscd say that its own answer, the reader's name, does not fit.
    if code == .unsupported || code == .tooSmall { throw noAttribute(tag) }
    try check(code, "reading an attribute")
    return Array(value.prefix(length))
  }

  func setAttribute(_ tag: UInt32, _ value: UnsafeRawBufferPointer) throws(PluginFailure) {
    guard value.count <= Int(CPCSC_ATTRIBUTE_BYTES) else {
      throw PluginFailure(.argument, "An attribute has at most \(CPCSC_ATTRIBUTE_BYTES) bytes in pcscd.")
    }
    let code = PCSCCode(cpcsc_set_attribute(try current().number, tag, value.baseAddress, value.count))
    if code == .unsupported { throw noAttribute(tag) }
    try check(code, "writing an attribute")
  }

  func cancel() { isCancelled.with { $0 = true } }

  // MARK: Whose turn it is

  /// Whether no other connection can come between: what pcscd is asked then does not wait.
  private var isOwner: Bool { depth > 0 || share == .exclusive }

  private enum Turn {
    case free, others
  }

  /// Asks pcscd whether another connection has a transaction, and whether the card was lost.
  ///
  /// Transmit, status and reconnect of pcsc-lite wait for a transaction of another's without limit; reading
  /// an attribute does not, and is told the same. Which one does not matter: drivers answer the vendor's name
  /// from memory.
  private func probe() throws(PluginFailure) -> Turn {
    let code = probe(try current())
    if code == .sharingViolation { return .others }
    try check(code, "asking for the card")
    return .free
  }

  /// - Returns: success, too, where the driver does not have this attribute.
  private func probe(_ handle: ConnectedHandle) -> PCSCCode {
    let code = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(CPCSC_ATTRIBUTE_BYTES)) { name in
      guard let room = name.baseAddress else { return PCSCCode.success }
      var length = name.count
      return PCSCCode(cpcsc_get_attribute(handle.number, 0x0001_0100, room, &length))
    }
    let counts =
      code == .sharingViolation || code == .reset || code.isLossOfCard || code.isLossOfReader
      || code.isLossOfService || code.isLossOfHandle
    return counts ? code : .success
  }

  private var busy: PluginFailure {
    PluginFailure(.busy, "\(reader): another program has a transaction on the card; nothing was sent.")
  }

  private var tooLong: PluginFailure {
    PluginFailure(.timeout, "\(reader): another program still has a transaction on the card.")
  }

  private static let pollTime: UInt64 = 10_000_000
  /// A transaction that nobody else has comes at once, but a loaded machine may take its time to say so: of
  /// 50 ms some were told wrongly that another program has it.
  private static let graceTime: UInt64 = 500_000_000
  /// One that is waited for already asks again when pcsc-lite and pcscd have slept, 100 ms each.
  private static let sleepTime: UInt64 = 250_000_000

  private func pause(until deadline: UInt64) throws(PluginFailure) {
    let isOver = isCancelled.wait(until: deadline) { $0 ? true : nil } != nil
    if isOver { throw PluginFailure(.cancelled, "The connection was cancelled.") }
  }

  /// Waits for a transaction, which nobody seemed to have a moment ago.
  /// - Returns: `nil` where somebody else was faster, and has it still.
  private func take(until end: UInt64) throws(PluginFailure) -> PCSCCode? {
    let waiter: TransactionWaiter
    let deadline: UInt64
    if let last = self.waiter, last.resume() {
      waiter = last
      deadline = max(end, MonotonicClock.after(Self.sleepTime))
    } else {
      deadline = max(end, MonotonicClock.after(Self.graceTime))
      waiter = try TransactionWaiter(card: try current().number, context: context)
      self.waiter = waiter
    }
    while true {
      if let code = waiter.wait(until: min(deadline, MonotonicClock.after(Self.pollTime))) { return code }
      if isCancelled.with({ $0 }) {
        if waiter.giveUp() == .success { cpcsc_end(try current().number, CardDisposition.leave.rawValue) }
        throw PluginFailure(.cancelled, "The connection was cancelled.")
      }
      if MonotonicClock.now >= deadline { return waiter.giveUp() }
    }
  }

  private func waitForOthers() throws(PluginFailure) {
    guard let handle, !isOwner else { return }
    let deadline = MonotonicClock.after(Self.patience)
    while probe(handle) == .sharingViolation {
      guard MonotonicClock.now < deadline else { throw busy }
      _ = isCancelled.wait(until: MonotonicClock.after(Self.pollTime)) { _ -> Bool? in nil }
    }
  }

  // MARK: What was answered

  private var activeProtocol: CardProtocols {
    CardProtocols(rawValue: handle?.activeProtocol ?? 0).intersection([.t0, .t1, .raw])
  }

  private func current() throws(PluginFailure) -> ConnectedHandle {
    guard let handle else { throw judge(PCSCCode(CPCSC_W_REMOVED_CARD), "asking for the card") }
    return handle
  }

  private func noAttribute(_ tag: UInt32) -> PluginFailure {
    PluginFailure(.unsupported, "\(reader): the reader has no attribute 0x\(String(tag, radix: 16)).")
  }

  private func check(_ code: PCSCCode, _ what: String) throws(PluginFailure) {
    guard code != .success else { return }
    throw judge(code, what)
  }

  private func judge(_ code: PCSCCode, _ what: String) -> PluginFailure {
    let failure = verdict(code, what)
    if failure.status == .cardMissing { dropLostCard() }
    return failure
  }

  /// Ends the connection to a card that is gone. `reconnect` makes a new one: pcscd gives power to a card
  /// when it is connected, not when a connection goes on with the next card.
  private func dropLostCard() {
    guard let handle else { return }
    self.handle = nil
    depth = 0
    cpcsc_disconnect(handle.number, CardDisposition.leave.rawValue)
  }
}
