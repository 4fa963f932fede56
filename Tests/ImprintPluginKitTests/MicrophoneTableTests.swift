// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

struct MicrophoneTableTests {
  let opened: OpenedEntry
  let table: imp_microphone_ability

  init() throws {
    opened = try OpenedEntry(devicesExport.entry)
    table = try opened.table(IMP_MICROPHONE_ID)
  }

  @Test func microphonesAreListed() {
    //
    var count = 0
    #expect(table.list(opened.plugin, nil, &count) == IMP_RETRY_SHORT_BUFFER)
    #expect(count == 2)
    var infos = room(imp_microphone_info(), \.size, 2)
    #expect(table.list(opened.plugin, &infos, &count) == IMP_OK)
    #expect([text(infos[0].locator), text(infos[0].name), text(infos[0].id)] == ["hw:0", "one", "usb-1"])
    #expect((infos[0].channels_max, infos[0].rate_min, infos[0].rate_max) == (2, 8000, 48000))
    #expect((infos[1].channels_max, infos[1].rate_min, infos[1].rate_max) == (0, 0, 0))
    infos[1].size = 4
    #expect(table.list(opened.plugin, &infos, &count) == IMP_E_ABI)
  }

  @Test func formatComesWithTheMicrophone() throws {
    let asked = open { ($0.rate, $0.channels, $0.format, $0.buffer_ms) = (16000, 1, 3, 70) }
    let microphone = try #require(asked.microphone)
    defer { table.close(microphone) }
    #expect((asked.format.rate, asked.format.channels, asked.format.format) == (16000, 1, 3))
    #expect((asked.format.device_rate, asked.format.buffer_frames) == (16000, 70))
    let refused = open { $0.rate = 44100 }
    #expect((refused.status, refused.format.rate) == (IMP_E_UNSUPPORTED, 0))
    #expect(refused.microphone == nil)
  }

  @Test(
    arguments: [
      Change(IMP_E_ABI) { $0.size = 0 }, Change(IMP_E_ARGUMENT) { $0.pace = 2 },
      Change(IMP_E_ARGUMENT) { $0.format = 4 }, Change(IMP_E_ARGUMENT) { $0.locator.data = nil },
    ] as [Change<imp_microphone_options>])
  func optionOutsideItsRangeIsRefused(change: Change<imp_microphone_options>) {
    let made = open(change.make)
    #expect(made.status == change.status)
    #expect(made.microphone == nil)
  }

  @Test func formatOfAnotherSizeIsRefused() {
    #expect(open({ _ in }, formatSize: 8).status == IMP_E_ABI)
  }

  @Test func soundIsReadIntoWholeFramesOfTheHostsMemory() throws {
    let microphone = try #require(open { $0.rate = 16000 }.microphone)
    defer { table.close(microphone) }
    // what is no success leaves all as it was.
    let early = read(microphone, capacity: 11)
    #expect((early.status, early.length, early.chunk.position) == (IMP_RETRY_TIMEOUT, 5, 0))
    let chunk = read(microphone, capacity: 11)
    #expect((chunk.status, chunk.length) == (IMP_OK, 8))
    #expect(chunk.memory == [0, 1, 2, 3, 4, 5, 6, 7, 0xee, 0xee, 0xee, 0xee])
    #expect((chunk.chunk.position, chunk.chunk.lost, chunk.chunk.overruns) == (40, 30, 2))
    #expect((chunk.chunk.timestamp_ns, chunk.chunk.flags) == (2, UInt32(IMP_AUDIO_CLIPPED)))
    #expect(read(microphone, capacity: 4).chunk.flags == UInt32(IMP_AUDIO_MUTED))
  }

  @Test func endComesAfterWhatCannotBeRead() throws {
    //
    let microphone = try #require(open { $0.rate = 16000 }.microphone)
    defer { table.close(microphone) }
    let statuses = (0..<6).map { _ in read(microphone, capacity: 4).status }
    #expect(
      statuses == [IMP_RETRY_TIMEOUT, IMP_OK, IMP_OK, IMP_E_FILE, IMP_OUTCOME_END, IMP_OUTCOME_END])
    table.cancel(microphone)
    for _ in 0..<2 { #expect(read(microphone, capacity: 4).status == IMP_OUTCOME_CANCELLED) }
  }

  @Test func roomForLessThanAFrameIsRefused() throws {
    let microphone = try #require(open { $0.rate = 16000 }.microphone)
    defer { table.close(microphone) }
    for capacity in [0, 3] { #expect(read(microphone, capacity: capacity).status == IMP_E_ARGUMENT) }
    var buffer = imp_buffer(data: nil, capacity: 64, length: 0)
    var chunk = imp_audio_chunk()
    #expect(table.read(microphone, 0, &buffer, &chunk) == IMP_E_ABI)
    chunk.size = structSize(imp_audio_chunk.self)
    #expect(table.read(microphone, 0, &buffer, &chunk) == IMP_E_ARGUMENT)
    // Nothing was asked of the session: its first answer is to come still.
    #expect(read(microphone, capacity: 4).status == IMP_RETRY_TIMEOUT)
  }

  @Test func moreFramesThanThereWasRoomForAreADefect() throws {
    let microphone = try #require(open { $0.rate = 8000 }.microphone)
    defer { table.close(microphone) }
    #expect(read(microphone, capacity: 8).status == IMP_RETRY_TIMEOUT)
    let answer = read(microphone, capacity: 8)
    #expect((answer.status, answer.length) == (IMP_E_INTERNAL, 5))
  }

  private func open(
    _ change: (inout imp_microphone_options) -> Void = { _ in },
    formatSize: UInt32 = structSize(imp_audio_format.self)
  ) -> (status: imp_status, microphone: OpaquePointer?, format: imp_audio_format) {
    "hw:0".lent { locator in
      var options = imp_microphone_options()
      options.size = structSize(imp_microphone_options.self)
      options.locator = locator
      change(&options)
      var format = imp_audio_format()
      format.size = formatSize
      var microphone: OpaquePointer?
      let status = table.open(opened.plugin, &options, &format, &microphone)
      return (status, microphone, format)
    }
  }

  private func read(
    _ microphone: OpaquePointer, capacity: Int
  ) -> (status: imp_status, memory: [UInt8], length: Int, chunk: imp_audio_chunk) {
    var memory = [UInt8](repeating: 0xee, count: 12)
    var chunk = imp_audio_chunk()
    chunk.size = structSize(imp_audio_chunk.self)
    let (status, length) = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 5)
      return (table.read(microphone, 0, &buffer, &chunk), buffer.length)
    }
    return (status, memory, length, chunk)
  }
}
