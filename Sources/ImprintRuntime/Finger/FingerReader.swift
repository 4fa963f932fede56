// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Glibc
internal import ImprintCalls

/// A fingerprint reader, or a recording replayed as one: its events are pulled.
///
/// It is this object's alone from ``open(_:options:)`` to ``close()``: whoever else opens it meanwhile, on
/// another thread, in another worker or in another process of this user, is told that it is `busy`. Waiting
/// happens on a thread of the reader's own. A reader that is released without ``close()`` is closed soon
/// after.
public actor FingerReader {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// The locator it was opened with.
  public nonisolated let locator: String
  /// What the plugin lists of it; `nil` for a recording, which is not listed.
  public nonisolated let info: FingerReaderInfo?
  /// The largest image that is accepted: 64 MiB.
  public static let maximumImageBytes = 64 << 20

  private let reader: PluginObject<imp_finger_reader_ability>
  private let hold: FingerReaderHold
  private let thread: PluginThread
  private let pace: FingerReaderOptions.Pace
  private var room = 256 << 10
  private var order: FingerEventOrder
  /// Of a replayed source at full pace: its time so far, in nanoseconds.
  private var replayed: UInt64 = 0

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private init(
    _ reader: PluginObject<imp_finger_reader_ability>, _ options: FingerReaderOptions,
    _ info: FingerReaderInfo?, hold: FingerReaderHold, thread: PluginThread, plugin: OpenPlugin
  ) {
    self.reader = reader
    self.hold = hold
    self.thread = thread
    self.info = info
    locator = options.locator
    pace = options.pace
    pluginID = plugin.id
    order = FingerEventOrder(tellsPresence: info?.tellsPresence ?? false)
  }

  /// Lists the readers present now, those that give no images among them; an empty list where there are none.
  /// May take as long as querying the devices.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.finger-reader/1`.
  @available(*, noasync)
  public static func list(_ plugin: OpenPlugin) throws(PluginCallError) -> [FingerReaderInfo] {
    try listed(by: plugin.withDevicesOfNow("finger-reader.list"))
  }

  private static func listed(by plugin: OpenPlugin) throws(PluginCallError) -> [FingerReaderInfo] {
    let table = try plugin.table(imp_finger_reader_ability.self)
    return try plugin.list("finger-reader.list", of: sized(imp_finger_reader_info())) {
      table.pointee.list(plugin.handle.plugin, $0, $1)
    } read: { raw throws(ContractBreach) in
      try FingerReaderInfo(raw)
    }
  }

  /// Opens a reader for this object alone. May take as long as the device needs.
  /// - Throws: ``PluginCallError`` `busy` where it is in use, by this or another program; `device-missing`,
  ///   `device-denied`, `device-failed`, `service`, `file`, `argument`; `unsupported` for a reader that gives
  ///   no images.
  public static func open(
    _ plugin: OpenPlugin, options: FingerReaderOptions
  ) async throws(PluginCallError) -> FingerReader {
    try await PluginThread.opening(for: plugin, function) { thread throws(PluginCallError) in
      try openBlocking(plugin, options: options, on: thread)
    }
  }

  private static let function = "finger-reader.open"

  private static func openBlocking(
    _ plugin: OpenPlugin, options: FingerReaderOptions, on thread: PluginThread
  ) throws(PluginCallError) -> FingerReader {
    guard var raw = options.raw else {
      throw .argument(
        plugin: plugin.id, function: function, "a number of plays or locator is outside its range.")
    }
    let plugin = try plugin.withDevicesOfNow(function)
    let info = try listed(by: plugin).first { options.locator == $0.locator || options.locator == $0.id }
    guard info?.givesImages ?? true else {
      throw PluginCallError(
        refusing: .unsupported, place: "\(plugin.id): \(function)",
        reason: "the reader compares fingers inside, and gives no images.",
        remedy: "Choose a reader that gives images.")
    }
    guard
      let hold = FingerReaderHold(
        of: info.map { $0.id ?? $0.locator } ?? file(options.locator), plugin: plugin.id,
        logger: plugin.logger)
    else {
      throw PluginCallError(
        status: IMP_RETRY_BUSY, plugin: plugin.id, function: function,
        words: "the reader is in use, by this program or another one of this user.")
    }
    let reader = try options.locator.lend { locator in
      raw.locator = locator
      return Result<_, PluginCallError> { () throws(PluginCallError) in
        // The hold is lent to it: where the object is released without close, it ends after the object.
        try PluginObject(
          of: plugin, imp_finger_reader_ability.self, function: function, destroy: \.close, lending: hold
        ) { $0.pointee.open($1, &raw, $2) }
      }
    }.get()
    return FingerReader(reader, options, info, hold: hold, thread: thread, plugin: plugin)
  }

  /// What tells a recording from all others, however its path is written.
  private static func file(_ locator: String) -> String {
    guard let path = LocatorFiles(locator).existing.first, let real = realpath(path, nil) else {
      return locator
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// Waits for the next event.
  ///
  /// Cancelling the waiting task ends the reader at once and permanently, as ``Camera/nextFrame(timeout:)``
  /// does.
  /// - Parameter timeout: The longest wait; zero does not wait.
  /// - Returns: `nil` after a replayed source's last event.
  /// - Throws: ``PluginCallError`` `timeout` (no event is lost, call again), `cancelled`, `device-gone`,
  ///   `device-failed`, `file` for a replayed image that cannot be read (the next call continues after it),
  ///   `internal` where the answer is not what the contract allows, and `state` from then on.
  public nonisolated func nextEvent(timeout: Duration) async throws(PluginCallError) -> FingerReaderEvent? {
    let reader = reader
    return try await withTaskCancellationHandler {
      await next(timeout: timeout.wholeNanoseconds)
    } onCancel: {
      reader.cancel(\.cancel)
    }.get()
  }

  /// Waits for the next image.
  /// - Parameters:
  ///   - deadline: How long in all, whatever else happens on the sensor. A replayed source at full pace goes
  ///     by its own time, and does not wait.
  ///   - onEvent: Is told of each event before the image, in order: where to show what to do.
  /// - Returns: `nil` after a replayed source's last event.
  /// - Throws: As ``nextEvent(timeout:)``; `timeout` where there is no image by the deadline.
  public nonisolated func nextImage(
    within deadline: Duration, onEvent: @Sendable (FingerReaderEvent) async -> Void = { _ in }
  ) async throws(PluginCallError) -> FingerImage? {
    let end = await time + deadline
    while true {
      let left = await end - time
      guard let event = try await nextEvent(timeout: max(left, .zero)) else { return nil }
      if case .image(let image) = event.kind { return image }
      await onEvent(event)
    }
  }

  /// The time that deadlines go by, of arbitrary epoch: the host's clock; of a replayed source at full pace
  /// its own.
  public var time: Duration {
    pace == .full ? .nanoseconds(Int64(clamping: replayed)) : ContinuousClock.now - Self.start
  }

  private static let start = ContinuousClock.now

  /// Ends the reader: a waiting ``nextEvent(timeout:)``, and every later one, throws `cancelled`. Returns at
  /// once, from any thread.
  public nonisolated func cancel() { reader.cancel(\.cancel) }

  /// Ends the reader as ``cancel()`` does, and closes it: when this returns, others can open it.
  public nonisolated func close() async {
    cancel()
    await closeNow()
  }

  private func closeNow() {
    reader.close()
    hold.release()
  }

  private func next(timeout: UInt64) -> Result<FingerReaderEvent?, PluginCallError> {
    Result { () throws(PluginCallError) in try event(timeout: timeout) }
  }

  private func event(timeout: UInt64) throws(PluginCallError) -> FingerReaderEvent? {
    let function = "finger-reader.next_event"
    try reader.checkIntact(function)
    // An event whose image did not fit is retained for the next call, whose buffer is large enough.
    for _ in 0..<2 {
      let (status, raw, bytes, length, said) = fill(timeout: timeout)
      switch status {
      case IMP_OK: return try checked(raw, bytes, length: length, function: function)
      case IMP_OUTCOME_END: return nil
      case IMP_RETRY_SHORT_BUFFER:
        guard length > room, length <= Self.maximumImageBytes else {
          throw reader.misbehaved(
            function,
            "it requests a buffer of \(UInt(bitPattern: length)) bytes; it had \(room), and the maximum is "
              + "\(Self.maximumImageBytes).")
        }
        room = length
      default:
        if status == IMP_RETRY_TIMEOUT { replayed = replayed.addingSaturating(timeout) }
        throw said.error(status: status, plugin: pluginID, function: function)
      }
    }
    throw reader.misbehaved(
      function, "it was given a buffer of the requested size, but reports that it is too small.")
  }

  private func fill(
    timeout: UInt64
  ) -> (status: imp_status, raw: imp_finger_event, bytes: [UInt8], length: Int, said: RunningCall) {
    var raw = sized(imp_finger_event())
    var length = 0
    var status = IMP_OK
    var said = RunningCall()
    // Zeroed, so that a plugin which claims more than it wrote reveals no stale memory.
    var bytes = [UInt8](repeating: 0, count: room)
    bytes.withUnsafeMutableBufferPointer { room in
      var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
      (status, said) = reader.wait {
        reader.table.pointee.next_event(reader.object, timeout, &buffer, &raw)
      }
      length = buffer.length
    }
    return (status, raw, bytes, length, said)
  }

  private func checked(
    _ raw: imp_finger_event, _ bytes: [UInt8], length: Int, function: String
  ) throws(PluginCallError) -> FingerReaderEvent {
    do throws(ContractBreach) {
      guard (0...bytes.count).contains(length) else {
        throw ContractBreach(
          "it reports \(UInt(bitPattern: length)) bytes, but the capacity is \(bytes.count).")
      }
      let event = try FingerReaderEvent(raw, bytes: bytes[..<length])
      try order.take(event)
      replayed = max(replayed, event.timestamp)
      return event
    } catch {
      throw reader.misbehaved(function, error.sentence)
    }
  }
}

extension UInt64 {
  fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
