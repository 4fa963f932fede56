// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One open microphone, called through its C table with guarded memory. Closed when released.
///
/// ``cancel()`` may be called from any thread; all other calls must be serialized.
final class MicrophoneProbe: @unchecked Sendable {
  // Sendable: nothing changes after init; the contract says which calls overlap.
  let plugin: ProbePlugin
  let table: imp_microphone_ability
  /// The format that it reports.
  let format: imp_audio_format
  private let microphone: OpaquePointer

  /// The options of opening a microphone; 0 leaves the choice to it.
  struct Settings {
    var rate: UInt32 = 0
    var channels: UInt32 = 0
    var format: UInt32 = 0
    var bufferMilliseconds: UInt32 = 0
    var isRealPace = false
    /// 0: once.
    var repeats: UInt32 = 0
  }

  init(_ plugin: ProbePlugin, _ locator: String, _ settings: Settings = Settings()) throws {
    self.plugin = plugin
    table = try plugin.table(IMP_MICROPHONE_ID, as: imp_microphone_ability.self)
    let opening = try Self.open(plugin, locator, settings)
    microphone = try opening.made("microphone.open", "for \(locator)")
    format = opening.said
  }

  deinit { table.close(microphone) }

  /// Calls open; the locator becomes inaccessible on return.
  static func open(
    _ plugin: ProbePlugin, _ locator: String, _ settings: Settings = Settings(),
    change: (inout imp_microphone_options) -> Void = { _ in },
    changeFormat: (inout imp_audio_format) -> Void = { _ in }
  ) throws -> Creation<imp_audio_format> {
    let table = try plugin.table(IMP_MICROPHONE_ID, as: imp_microphone_ability.self)
    let text = try GuardedMemory(Array(locator.utf8))
    var options = imp_microphone_options(
      size: structSize(imp_microphone_options.self), rate: settings.rate, channels: settings.channels,
      format: settings.format, buffer_ms: settings.bufferMilliseconds,
      pace: UInt32(settings.isRealPace ? IMP_AUDIO_PACE_REAL : IMP_AUDIO_PACE_FULL),
      repeat: settings.repeats, reserved: 0, locator: text.text)
    change(&options)
    var empty = imp_audio_format.toBeFilled
    changeFormat(&empty)
    let format = try GuardedMemory(copyOf: empty)
    let before = format.content
    let opening = try Creation(plugin, options, texts: [text], end: { table.close($0) }) {
      table.open(plugin.plugin, $0, format.mutablePointer(), $1)
    }
    return opening.saying(
      format.pointer(as: imp_audio_format.self).pointee, isUntouched: format.content == before)
  }

  /// The result of one read, with its duration.
  struct Answer: TimedAnswer {
    let answer: CallAnswer
    let duration: Duration
    /// The buffer's length after the call.
    let length: Int
    let bytes: [UInt8]
    let chunk: imp_audio_chunk
    /// Whether any borrowed memory was changed.
    let isUntouched: Bool
  }

  /// Bytes of one frame; at least 1, so that sizes can be computed whatever it reports.
  var frameBytes: Int { max(1, Self.sampleBytes(format.format) * Int(min(format.channels, 64))) }

  static func sampleBytes(_ format: UInt32) -> Int { Int32(bitPattern: format) == IMP_AUDIO_S16 ? 2 : 4 }

  /// Room for that duration.
  func room(milliseconds: Int) -> Int { max(1, Int(format.rate) * milliseconds / 1000) * frameBytes }

  func read(
    timeout: Duration? = .seconds(5), capacity: Int? = nil,
    change: (inout imp_audio_chunk) -> Void = { _ in }
  ) throws -> Answer {
    let buffer = try LentBuffer(capacity: capacity ?? room(milliseconds: 100))
    var empty = imp_audio_chunk.toBeFilled
    change(&empty)
    let chunk = try GuardedMemory(copyOf: empty)
    let before = chunk.content
    let start = ContinuousClock.now
    let status = table.read(
      microphone, WaitingCall.nanoseconds(timeout), buffer.pointer, chunk.mutablePointer())
    let duration = ContinuousClock.now - start
    return Answer(
      answer: CallAnswer(status, plugin.host), duration: duration, length: buffer.length,
      bytes: try buffer.content(status, "microphone.read"),
      chunk: chunk.pointer(as: imp_audio_chunk.self).pointee,
      isUntouched: status != IMP_OK && buffer.isUntouched && before == chunk.content)
  }

  func cancel() { table.cancel(microphone) }

  /// Its read, as a blocking call.
  var waiting: WaitingCall {
    WaitingCall(
      call: "microphone.read", cancelCall: "microphone.cancel",
      goingOn: [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END],
      wait: { [self] in try read(timeout: $0).waited }, cancel: { [self] in cancel() })
  }
}
