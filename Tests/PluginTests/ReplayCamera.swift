// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// An open camera of the replay plugin. Sendable: `cancel` may come from any thread, and the tests call
/// nothing else from a second one.
final class ReplayCamera: @unchecked Sendable {
  let opened: OpenedEntry
  private let table: imp_camera_ability
  private let camera: OpaquePointer

  /// - Throws: the status that `open` answered, with its words.
  init(
    _ locator: String, pace: Int32 = IMP_CAMERA_PACE_FULL, plays: UInt32 = 0, framesPerSecondMilli: UInt32 = 0
  ) throws {
    let opened = try OpenedEntry(PluginLibrary.entry("DeviceReplay"))
    let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
    var camera: OpaquePointer?
    let status = Array(locator.utf8CString).withUnsafeBufferPointer { text in
      var options = imp_camera_options(
        size: structSize(imp_camera_options.self), width: 0, height: 0,
        frames_per_second_milli: framesPerSecondMilli, pace: UInt32(pace), repeat: plays, format: 0,
        reserved: 0, locator: imp_text(data: text.baseAddress, length: text.count - 1))
      return table.open(opened.plugin, &options, &camera)
    }
    guard status == IMP_OK, let camera else {
      throw StatusError(status: status, words: opened.host.last?.words ?? "")
    }
    self.opened = opened
    self.table = table
    self.camera = camera
  }

  deinit { table.close(camera) }

  func cancel() { table.cancel(camera) }

  struct Answer {
    let status: imp_status
    let bytes: [UInt8]
    let frame: imp_frame
  }

  func next(timeout: UInt64 = 10_000_000_000, capacity: Int = 1 << 16) -> Answer {
    var memory = [UInt8](repeating: 0, count: capacity)
    var frame = imp_frame()
    frame.size = structSize(imp_frame.self)
    var length = 0
    let status = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
      let status = table.next_frame(camera, timeout, &buffer, &frame)
      length = buffer.length
      return status
    }
    return Answer(status: status, bytes: Array(memory.prefix(status == IMP_OK ? length : 0)), frame: frame)
  }

  /// Statuses of all calls up to the end, at most 50.
  func statuses() -> [imp_status] {
    var all: [imp_status] = []
    while all.count < 50 {
      all.append(next().status)
      if all.last == IMP_OUTCOME_END { break }
    }
    return all
  }
}
