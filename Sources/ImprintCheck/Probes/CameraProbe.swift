// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One open camera, called through its C table with guarded memory. Closed when released.
///
/// ``cancel()`` may be called from any thread; all other calls must be serialized.
final class CameraProbe: @unchecked Sendable {
  // Sendable: nothing changes after init; the contract says which calls overlap.
  let plugin: ProbePlugin
  let table: imp_camera_ability
  private let camera: OpaquePointer

  /// The options of opening a camera.
  struct Settings {
    /// Frames per 1000 seconds; 0 leaves it to the camera.
    var rate: UInt32 = 0
    var isRealPace = false
    /// 0: once.
    var repeats: UInt32 = 0
  }

  init(_ plugin: ProbePlugin, _ locator: String, _ settings: Settings = Settings()) throws {
    self.plugin = plugin
    table = try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self)
    camera = try Self.open(plugin, locator, settings).made("camera.open", "for \(locator)")
  }

  deinit { table.close(camera) }

  /// Calls open; the locator becomes inaccessible on return.
  static func open(
    _ plugin: ProbePlugin, _ locator: String, _ settings: Settings = Settings(),
    change: (inout imp_camera_options) -> Void = { _ in }
  ) throws -> Creation<Void> {
    let table = try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self)
    let text = try GuardedMemory(Array(locator.utf8))
    var options = imp_camera_options(
      size: structSize(imp_camera_options.self), width: 0, height: 0, frames_per_second_milli: settings.rate,
      pace: UInt32(settings.isRealPace ? IMP_CAMERA_PACE_REAL : IMP_CAMERA_PACE_FULL),
      repeat: settings.repeats, format: 0, reserved: 0, locator: text.text)
    change(&options)
    return try Creation(plugin, options, texts: [text], end: { table.close($0) }) {
      table.open(plugin.plugin, $0, $1)
    }
  }

  /// The result of one next_frame, with its duration.
  struct Answer: TimedAnswer {
    let answer: CallAnswer
    let duration: Duration
    /// The buffer's length after the call.
    let length: Int
    let bytes: [UInt8]
    let frame: imp_frame
    /// Whether any borrowed memory was changed, lengths aside.
    let isUntouched: Bool
  }

  /// 4 MiB: more than any image of a check.
  static let room = 4 << 20

  func nextFrame(
    timeout: Duration? = .seconds(5), capacity: Int = CameraProbe.room,
    change: (inout imp_frame) -> Void = { _ in }
  ) throws -> Answer {
    let buffer = try LentBuffer(capacity: capacity, filling: 0)
    var empty = imp_frame.toBeFilled
    change(&empty)
    let frame = try GuardedMemory(copyOf: empty)
    let before = frame.content
    let start = ContinuousClock.now
    let status = table.next_frame(
      camera, WaitingCall.nanoseconds(timeout), buffer.pointer, frame.mutablePointer())
    let duration = ContinuousClock.now - start
    return Answer(
      answer: CallAnswer(status, plugin.host), duration: duration, length: buffer.length,
      bytes: try buffer.content(status, "camera.next_frame"),
      frame: frame.pointer(as: imp_frame.self).pointee,
      isUntouched: status != IMP_OK && buffer.isRoomUntouched && before == frame.content)
  }

  func cancel() { table.cancel(camera) }

  /// Its next frame, as a blocking call.
  var waiting: WaitingCall {
    WaitingCall(
      call: "camera.next_frame", cancelCall: "camera.cancel",
      goingOn: [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END],
      wait: { [self] in try nextFrame(timeout: $0).waited }, cancel: { [self] in cancel() })
  }
}
