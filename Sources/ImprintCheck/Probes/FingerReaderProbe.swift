// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One open fingerprint reader, called through its C table with guarded memory. Closed when released.
///
/// ``cancel()`` may be called from any thread; all other calls must be serialized.
final class FingerReaderProbe: @unchecked Sendable {
  // Sendable: nothing changes after init; the contract says which calls overlap.
  let plugin: ProbePlugin
  let table: imp_finger_reader_ability
  private let reader: OpaquePointer

  init(_ plugin: ProbePlugin, _ locator: String, isRealPace: Bool = false) throws {
    self.plugin = plugin
    table = try plugin.table(IMP_FINGER_READER_ID, as: imp_finger_reader_ability.self)
    reader = try Self.open(plugin, locator, isRealPace: isRealPace)
      .made("finger-reader.open", "for \(locator)")
  }

  deinit { table.close(reader) }

  /// Calls open; the locator becomes inaccessible on return.
  static func open(
    _ plugin: ProbePlugin, _ locator: String, isRealPace: Bool = false,
    change: (inout imp_finger_reader_options) -> Void = { _ in }
  ) throws -> Creation<Void> {
    let table = try plugin.table(IMP_FINGER_READER_ID, as: imp_finger_reader_ability.self)
    let text = try GuardedMemory(Array(locator.utf8))
    var options = imp_finger_reader_options(
      size: structSize(imp_finger_reader_options.self),
      pace: UInt32(isRealPace ? IMP_FINGER_PACE_REAL : IMP_FINGER_PACE_FULL), repeat: 0, reserved: 0,
      locator: text.text)
    change(&options)
    return try Creation(plugin, options, texts: [text], end: { table.close($0) }) {
      table.open(plugin.plugin, $0, $1)
    }
  }

  /// The result of one next_event, with its duration.
  struct Answer: TimedAnswer {
    let answer: CallAnswer
    let duration: Duration
    /// The buffer's length after the call.
    let length: Int
    let bytes: [UInt8]
    let event: imp_finger_event
    /// Whether any borrowed memory was changed, lengths aside.
    let isUntouched: Bool

    var isImage: Bool { answer.status == IMP_OK && event.kind == UInt32(IMP_FINGER_EVENT_IMAGE) }
  }

  /// 4 MiB: more than any sensor's image.
  static let room = 4 << 20

  func nextEvent(
    timeout: Duration? = .seconds(5), capacity: Int = FingerReaderProbe.room,
    change: (inout imp_finger_event) -> Void = { _ in }
  ) throws -> Answer {
    let buffer = try LentBuffer(capacity: capacity, filling: 0)
    var empty = imp_finger_event.toBeFilled
    change(&empty)
    let event = try GuardedMemory(copyOf: empty)
    let before = event.content
    let start = ContinuousClock.now
    let status = table.next_event(
      reader, WaitingCall.nanoseconds(timeout), buffer.pointer, event.mutablePointer())
    let duration = ContinuousClock.now - start
    return Answer(
      answer: CallAnswer(status, plugin.host), duration: duration, length: buffer.length,
      bytes: try buffer.content(status, "finger-reader.next_event"),
      event: event.pointer(as: imp_finger_event.self).pointee,
      isUntouched: status != IMP_OK && buffer.isRoomUntouched && before == event.content)
  }

  func cancel() { table.cancel(reader) }

  /// Its next event, as a blocking call.
  var waiting: WaitingCall {
    WaitingCall(
      call: "finger-reader.next_event", cancelCall: "finger-reader.cancel",
      goingOn: [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END],
      wait: { [self] in try nextEvent(timeout: $0).waited }, cancel: { [self] in cancel() })
  }
}
