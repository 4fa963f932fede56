// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// A microphone, or a recording replayed as one: audio is pulled.
///
/// Waiting for audio happens on a thread of the microphone's own. ``close()`` closes the device. A microphone
/// that is released without it is closed soon after; others may find the device busy until then.
public actor Microphone {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// The format that it delivers.
  public nonisolated let format: AudioFormat

  private let microphone: PluginObject<imp_microphone_ability>
  private let thread: PluginThread
  /// A buffer for ``longest``, private to this microphone.
  private var room: [UInt8]
  private var last: (timestamp: UInt64, end: UInt64, lost: UInt64, overruns: UInt64)?

  /// The most audio that one read returns.
  public static let longest = Duration.milliseconds(200)

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private init(
    _ microphone: PluginObject<imp_microphone_ability>, _ format: AudioFormat, thread: PluginThread,
    plugin: OpenPlugin
  ) {
    self.microphone = microphone
    self.format = format
    self.thread = thread
    pluginID = plugin.id
    // 200 ms, as in `longest`.
    room = [UInt8](repeating: 0, count: max(format.rate / 5, 1) * format.bytesPerFrame)
  }

  /// Lists the devices present now; an empty list where there are none. May take as long as querying the
  /// devices.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.microphone/1`.
  @available(*, noasync)
  public static func list(_ plugin: OpenPlugin) throws(PluginCallError) -> [MicrophoneInfo] {
    let function = "microphone.list"
    let plugin = try plugin.withDevicesOfNow(function)
    let table = try plugin.table(imp_microphone_ability.self)
    return try plugin.list(function, of: sized(imp_microphone_info())) {
      table.pointee.list(plugin.handle.plugin, $0, $1)
    } read: { raw throws(ContractBreach) in
      try MicrophoneInfo(raw)
    }
  }

  /// Opens a microphone and starts it. May take as long as the device needs.
  /// - Throws: ``PluginCallError`` `device-missing`, `device-denied`, `device-failed`, `busy`, `file`,
  ///   `argument`, `unsupported` where it cannot deliver exactly what is requested.
  public static func open(
    _ plugin: OpenPlugin, options: MicrophoneOptions
  ) async throws(PluginCallError) -> Microphone {
    try await PluginThread.opening(for: plugin, function) { thread throws(PluginCallError) in
      try openBlocking(plugin, options: options, on: thread)
    }
  }

  private static let function = "microphone.open"

  private static func openBlocking(
    _ plugin: OpenPlugin, options: MicrophoneOptions, on thread: PluginThread
  ) throws(PluginCallError) -> Microphone {
    guard var raw = options.raw else {
      throw .argument(
        plugin: plugin.id, function: function,
        "a rate, number of channels, buffer, number of plays or locator is outside its range.")
    }
    let plugin = try plugin.withDevicesOfNow(function)
    var given = sized(imp_audio_format())
    let microphone = try options.locator.lend { locator in
      raw.locator = locator
      return Result<_, PluginCallError> { () throws(PluginCallError) in
        try PluginObject(
          of: plugin, imp_microphone_ability.self, function: function, destroy: \.close
        ) { $0.pointee.open($1, &raw, &given, $2) }
      }
    }.get()
    let format: AudioFormat
    do throws(ContractBreach) { format = try AudioFormat(given, asked: options) } catch {
      throw microphone.misbehaved(function, error.sentence)
    }
    return Microphone(microphone, format, thread: thread, plugin: plugin)
  }

  /// Waits for audio and returns at most ``longest``, as soon as 20 ms are available. Lost frames are
  /// omitted, and counted.
  ///
  /// Cancelling the waiting task ends the microphone at once and permanently, as
  /// ``Camera/nextFrame(timeout:)`` does.
  /// - Parameter timeout: The longest wait; zero does not wait.
  /// - Returns: `nil` after the last frame.
  /// - Throws: ``PluginCallError`` `timeout` (nothing is lost, call again), `cancelled`, `device-gone`,
  ///   `file` for a replayed source that cannot be read further, `internal` where the answer is not what the
  ///   contract allows, and `state` from then on.
  public nonisolated func read(timeout: Duration) async throws(PluginCallError) -> AudioChunk? {
    let microphone = microphone
    return try await withTaskCancellationHandler {
      await wait(timeout: timeout.wholeNanoseconds)
    } onCancel: {
      microphone.cancel(\.cancel)
    }.get()
  }

  /// Ends the microphone: a waiting ``read(timeout:)``, and every later one, throws `cancelled`. Returns at
  /// once, from any thread.
  public nonisolated func cancel() { microphone.cancel(\.cancel) }

  /// Ends the microphone as ``cancel()`` does, and closes it: when this returns, others can open the
  /// device.
  public nonisolated func close() async {
    cancel()
    await closeNow()
  }

  private func closeNow() { microphone.close() }

  private func wait(timeout: UInt64) -> Result<AudioChunk?, PluginCallError> {
    Result { () throws(PluginCallError) in try chunk(timeout: timeout) }
  }

  private func chunk(timeout: UInt64) throws(PluginCallError) -> AudioChunk? {
    let function = "microphone.read"
    try microphone.checkIntact(function)
    var raw = sized(imp_audio_chunk())
    var length = 0
    var status = IMP_OK
    var said = RunningCall()
    room.withUnsafeMutableBufferPointer { room in
      var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
      (status, said) = microphone.wait {
        microphone.table.pointee.read(microphone.object, timeout, &buffer, &raw)
      }
      length = buffer.length
    }
    switch status {
    case IMP_OK: break
    case IMP_OUTCOME_END: return nil
    case IMP_RETRY_SHORT_BUFFER:
      throw microphone.misbehaved(function, "it reports that a buffer of \(room.count) bytes is too small.")
    default: throw said.error(status: status, plugin: pluginID, function: function)
    }
    do throws(ContractBreach) { return try judged(raw, length: length) } catch {
      throw microphone.misbehaved(function, error.sentence)
    }
  }

  private func judged(_ raw: imp_audio_chunk, length: Int) throws(ContractBreach) -> AudioChunk {
    guard (0...room.count).contains(length) else {
      throw ContractBreach(
        "it reports \(UInt(bitPattern: length)) bytes, but the capacity is \(room.count).")
    }
    // A Result, as withUnsafeBytes does not preserve the error's type.
    let made = room.withUnsafeBytes { bytes in
      Result { () throws(ContractBreach) in
        try AudioChunk(raw, UnsafeRawBufferPointer(rebasing: bytes[..<length]), format)
      }
    }
    let chunk = try made.get()
    let (end, overflow) = chunk.position.addingReportingOverflow(UInt64(chunk.frames))
    guard !overflow, chunk.lost <= chunk.position else {
      throw ContractBreach("it reports \(chunk.lost) lost frames at position \(chunk.position).")
    }
    if let last {
      guard chunk.timestamp >= last.timestamp, chunk.position >= last.end, chunk.lost >= last.lost,
        chunk.overruns >= last.overruns
      else {
        throw ContractBreach("the sound's timestamp, position or count of lost frames is not monotonic.")
      }
    }
    last = (chunk.timestamp, end, chunk.lost, chunk.overruns)
    return chunk
  }
}
