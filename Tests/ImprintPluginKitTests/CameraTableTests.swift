// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

final class CameraTableTests {
  let opened: OpenedEntry
  let table: imp_camera_ability

  init() throws {
    opened = try OpenedEntry(sampleExport.entry)
    table = try opened.table(IMP_CAMERA_ID)
  }

  @Test func shortListSaysHowManyCamerasThereAre() {
    //
    var count = 0
    #expect(table.list(opened.plugin, nil, &count) == IMP_RETRY_SHORT_BUFFER)
    #expect(count == 2)
    var infos = room(imp_camera_info(), \.size, 2)
    #expect(table.list(opened.plugin, &infos, &count) == IMP_OK)
    #expect(infos[1].size == structSize(imp_camera_info.self))
    #expect(text(infos[1].locator) == "sample:1")
    // 127 bytes hold 63 characters of two bytes: none is cut in half.
    #expect(text(infos[0].name) == String(repeating: "ü", count: 63))
  }

  @Test func listWithAnEntryOfAnotherSizeIsRefused() {
    // the one behind those that would be filled counts too, and nothing is written.
    for wrong in 0..<3 {
      var infos = room(imp_camera_info(), \.size, 3)
      infos[wrong].size += 1
      var count = 3
      #expect(table.list(opened.plugin, &infos, &count) == IMP_E_ABI)
      #expect(count == 3)
      #expect(infos.allSatisfy { text($0.locator).isEmpty })
    }
  }

  @Test(
    arguments: [
      (Change(IMP_E_ABI) { $0.size = 0 }, "sample:0"), (Change(IMP_E_ARGUMENT) { $0.pace = 2 }, "sample:0"),
      (Change(IMP_E_ARGUMENT) { $0.width = 65536 }, "sample:0"), (Change(IMP_E_ARGUMENT) { _ in }, ""),
      (Change(IMP_E_ARGUMENT) { _ in }, "sample:\0"), (Change(IMP_E_DEVICE_MISSING) { _ in }, "other:0"),
      (Change(IMP_E_ARGUMENT) { $0.locator.data = nil }, "sample:0"),
    ] as [(Change<imp_camera_options>, String)])
  func optionOutsideItsRangeIsRefused(
    change: Change<imp_camera_options>, locator: String
  ) {
    let made = open(locator, change.make)
    #expect(made.status == change.status)
    #expect(made.camera == nil)
  }

  @Test func shortBufferKeepsTheFrameForTheNextCall() throws {
    //
    let camera = try #require(open("sample:0").camera)
    defer { table.close(camera) }
    let short = next(camera, capacity: 2)
    #expect((short.status, short.length) == (IMP_RETRY_SHORT_BUFFER, 3))
    let full = next(camera)
    #expect((full.status, full.bytes) == (IMP_OK, [0, 7, 7]))
    // the short answer has left the frame alone.
    #expect((short.frame.format, short.frame.reserved) == (0, 99))
    // what the caller left in `reserved` was ignored, and 0 was written.
    #expect((full.frame.sequence, full.frame.reserved) == (0, 0))
    #expect(next(camera).frame.timestamp_ns == 10)
  }

  @Test func endStaysTheEnd() throws {
    //
    let camera = try #require(open("sample:0").camera)
    defer { table.close(camera) }
    #expect(next(camera).status == IMP_OK)
    #expect(next(camera).status == IMP_OK)
    for _ in 0..<3 {
      let end = next(camera)
      #expect((end.status, end.frame.format, end.length) == (IMP_OUTCOME_END, 0, 0))
    }
    table.cancel(camera)
    #expect(next(camera).status == IMP_OUTCOME_CANCELLED)
  }

  @Test func cancelDropsTheFrameThatWasKept() throws {
    //
    let camera = try #require(open("sample:0").camera)
    defer { table.close(camera) }
    #expect(next(camera, capacity: 0).status == IMP_RETRY_SHORT_BUFFER)
    table.cancel(camera)
    for _ in 0..<2 { #expect(next(camera).status == IMP_OUTCOME_CANCELLED) }
  }

  @Test func frameRecordOfAnotherSizeIsRefused() throws {
    let camera = try #require(open("sample:0").camera)
    defer { table.close(camera) }
    var frame = imp_frame()
    var buffer = imp_buffer()
    #expect(table.next_frame(camera, 0, &buffer, &frame) == IMP_E_ABI)
  }

  private func open(
    _ locator: String, _ change: (inout imp_camera_options) -> Void = { _ in }
  ) -> (status: imp_status, camera: OpaquePointer?) {
    var camera: OpaquePointer?
    let status = Array(locator.utf8CString).withUnsafeBufferPointer { text in
      var options = imp_camera_options()
      options.size = structSize(imp_camera_options.self)
      options.locator = imp_text(data: text.baseAddress, length: text.count - 1)
      change(&options)
      return table.open(opened.plugin, &options, &camera)
    }
    return (status, camera)
  }

  private func next(
    _ camera: OpaquePointer, capacity: Int = 8
  ) -> (status: imp_status, bytes: [UInt8], length: Int, frame: imp_frame) {
    var memory = [UInt8](repeating: 0, count: 8)
    var frame = imp_frame()
    frame.size = structSize(imp_frame.self)
    frame.reserved = 99
    var buffer = imp_buffer()
    let status = memory.withUnsafeMutableBufferPointer { memory in
      buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 0)
      return table.next_frame(camera, 0, &buffer, &frame)
    }
    return (status, Array(memory.prefix(status == IMP_OK ? buffer.length : 0)), buffer.length, frame)
  }

  private func text<T>(_ field: T) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
