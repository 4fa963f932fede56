// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// An open microphone of the replay plugin. Sendable: `cancel` may come from any thread, and the tests call
/// nothing else from a second one.
final class ReplayMicrophone: @unchecked Sendable {
  let opened: OpenedEntry
  let format: imp_audio_format
  private let table: imp_microphone_ability
  private let microphone: OpaquePointer

  /// - Throws: the status that `open` answered, with its words.
  init(
    _ locator: String, rate: UInt32 = 0, channels: UInt32 = 0, sample: Int32 = 0,
    pace: Int32 = IMP_AUDIO_PACE_FULL, plays: UInt32 = 0
  ) throws {
    let opened = try OpenedEntry(PluginLibrary.entry("DeviceReplay"))
    let table: imp_microphone_ability = try opened.table(IMP_MICROPHONE_ID)
    var microphone: OpaquePointer?
    var format = imp_audio_format()
    format.size = structSize(imp_audio_format.self)
    let status = Array(locator.utf8CString).withUnsafeBufferPointer { text in
      var options = imp_microphone_options(
        size: structSize(imp_microphone_options.self), rate: rate, channels: channels,
        format: UInt32(sample), buffer_ms: 0, pace: UInt32(pace), repeat: plays, reserved: 0,
        locator: imp_text(data: text.baseAddress, length: text.count - 1))
      return table.open(opened.plugin, &options, &format, &microphone)
    }
    guard status == IMP_OK, let microphone else {
      throw StatusError(status: status, words: opened.host.last?.words ?? "")
    }
    self.opened = opened
    self.format = format
    self.table = table
    self.microphone = microphone
  }

  deinit { table.close(microphone) }

  func cancel() { table.cancel(microphone) }

  struct Answer {
    let status: imp_status
    let bytes: [UInt8]
    let chunk: imp_audio_chunk

    var s16: [Int16] {
      stride(from: 0, to: bytes.count, by: 2).map {
        Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
      }
    }

    var s32: [Int32] {
      stride(from: 0, to: bytes.count, by: 4).map { start in
        Int32(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
    }

    var floats: [Float] { s32.map { Float(bitPattern: UInt32(bitPattern: $0)) } }
  }

  func read(timeout: UInt64 = 10_000_000_000, capacity: Int = 1 << 16) -> Answer {
    var memory = [UInt8](repeating: 0, count: capacity)
    var chunk = imp_audio_chunk()
    chunk.size = structSize(imp_audio_chunk.self)
    var length = 0
    let status = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
      let status = table.read(microphone, timeout, &buffer, &chunk)
      length = buffer.length
      return status
    }
    return Answer(status: status, bytes: Array(memory.prefix(status == IMP_OK ? length : 0)), chunk: chunk)
  }

  /// All bytes up to the first answer that is not sound, and the two answers from there on.
  func everything(capacity: Int = 1 << 16) -> (bytes: [UInt8], statuses: [imp_status]) {
    var bytes: [UInt8] = []
    while true {
      let answer = read(capacity: capacity)
      bytes += answer.bytes
      if answer.status != IMP_OK { return (bytes, [answer.status, read().status]) }
    }
  }
}
