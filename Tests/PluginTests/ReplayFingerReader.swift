// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// An open reader of the finger replay plugin. Sendable: `cancel` may come from any thread, and the tests
/// call nothing else from a second one.
final class ReplayFingerReader: @unchecked Sendable {
  let opened: OpenedEntry
  private let table: imp_finger_reader_ability
  private let reader: OpaquePointer

  /// - Throws: the status that `open` answered, with its words.
  init(_ locator: String, pace: Int32 = IMP_FINGER_PACE_FULL, plays: UInt32 = 0) throws {
    let opened = try OpenedEntry(PluginLibrary.entry("DeviceFingerReplay"))
    let table: imp_finger_reader_ability = try opened.table(IMP_FINGER_READER_ID)
    var reader: OpaquePointer?
    let status = Array(locator.utf8CString).withUnsafeBufferPointer { text in
      var options = imp_finger_reader_options(
        size: structSize(imp_finger_reader_options.self), pace: UInt32(pace), repeat: plays, reserved: 0,
        locator: imp_text(data: text.baseAddress, length: text.count - 1))
      return table.open(opened.plugin, &options, &reader)
    }
    guard status == IMP_OK, let reader else {
      throw StatusError(status: status, words: opened.host.last?.words ?? "")
    }
    self.opened = opened
    self.table = table
    self.reader = reader
  }

  deinit { table.close(reader) }

  func cancel() { table.cancel(reader) }

  struct Answer {
    let status: imp_status
    let bytes: [UInt8]
    let event: imp_finger_event
  }

  func next(timeout: UInt64 = .max) -> Answer {
    var pixels = [UInt8](repeating: 0, count: 1 << 16)
    var event = imp_finger_event()
    event.size = structSize(imp_finger_event.self)
    let (status, length) = pixels.withUnsafeMutableBufferPointer { room in
      var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
      return (table.next_event(reader, timeout, &buffer, &event), buffer.length)
    }
    return Answer(status: status, bytes: status == IMP_OK ? Array(pixels.prefix(length)) : [], event: event)
  }

  /// The statuses up to the first that lasts.
  func statuses() -> [imp_status] {
    var statuses: [imp_status] = []
    while statuses.count < 100 {
      let status = next().status
      statuses.append(status)
      if status != IMP_OK, status != IMP_E_FILE { break }
    }
    return statuses
  }
}
