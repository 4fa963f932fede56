// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Synchronization
import Testing

/// Frames that stay in a driver's memory until they are copied. One test, as all share the count of lent
/// buffers.
struct LentFrameTests {
  @Test func bufferComesBackOnceItsFrameWasCopiedOrIsNotNeededAnyMore() throws {
    let opened = try OpenedEntry(devicesExport.entry)
    let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
    #expect(try open(opened, table, format: 0xFFFF).status == IMP_E_UNSUPPORTED)
    let camera = try #require(try open(opened, table, format: UInt32(IMP_PIXEL_YUYV)).camera)
    let first = next(table, camera, capacity: 8)
    #expect((first.status, first.bytes, first.frame.format) == (IMP_OK, [9, 8, 7, 6], 102))
    #expect(LendingCamera.lent.load(ordering: .relaxed) == 0)
    // a short buffer leaves the frame with the kit, and its memory lent.
    #expect(next(table, camera, capacity: 3).status == IMP_RETRY_SHORT_BUFFER)
    #expect(LendingCamera.lent.load(ordering: .relaxed) == 1)
    let second = next(table, camera, capacity: 4)
    #expect((second.status, second.bytes, second.frame.sequence) == (IMP_OK, [9, 8, 7, 6], 1))
    #expect(LendingCamera.lent.load(ordering: .relaxed) == 0)
    #expect(next(table, camera, capacity: 0).status == IMP_RETRY_SHORT_BUFFER)
    #expect(LendingCamera.lent.load(ordering: .relaxed) == 1)
    table.close(camera)
    #expect(LendingCamera.lent.load(ordering: .relaxed) == 0)
  }

  private func open(
    _ opened: OpenedEntry, _ table: imp_camera_ability, format: UInt32
  ) throws -> (status: imp_status, camera: OpaquePointer?) {
    "/dev/video0".lent { locator in
      var options = imp_camera_options()
      options.size = structSize(imp_camera_options.self)
      options.format = format
      options.locator = locator
      var camera: OpaquePointer?
      return (table.open(opened.plugin, &options, &camera), camera)
    }
  }

  private func next(
    _ table: imp_camera_ability, _ camera: OpaquePointer, capacity: Int
  ) -> (status: imp_status, bytes: [UInt8], frame: imp_frame) {
    var memory = [UInt8](repeating: 0, count: 8)
    var frame = imp_frame()
    frame.size = structSize(imp_frame.self)
    let (status, length) = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 0)
      return (table.next_frame(camera, 0, &buffer, &frame), buffer.length)
    }
    return (status, Array(memory.prefix(status == IMP_OK ? length : 0)), frame)
  }
}
