// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.camera/1` through a bridge: the same as directly.
@Suite struct CameraCallTests {
  private static func devices(_ count: Int) -> TestPlugin {
    let plugin = TestPlugin()
    plugin.onList = { infos, room in
      defer { room.pointee = count }
      guard count <= room.pointee else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<count {
        guard let info = infos.map({ $0 + index }), info.pointee.size == structSize(imp_camera_info.self)
        else {
          return IMP_E_ABI
        }
        withUnsafeMutableBytes(of: &info.pointee.locator) { $0.copyBytes(from: "/dev/video\(index)".utf8) }
        withUnsafeMutableBytes(of: &info.pointee.name) { $0.copyBytes(from: "Camera \(index)".utf8) }
      }
      return IMP_OK
    }
    return plugin
  }

  private static func list(_ opened: OpenedEntry, _ capacity: Int?, count: Int? = nil) throws -> [[UInt8]] {
    let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
    var infos = room(imp_camera_info(), \.size, capacity ?? 0)
    var found = count ?? capacity ?? 0
    let status = infos.withUnsafeMutableBufferPointer {
      table.list(opened.plugin, capacity == nil ? nil : $0.baseAddress, &found)
    }
    return [bytes(status), bytes(found)] + infos.map { bytes($0) }
  }

  //
  @Test(arguments: [0, 1, 3], [nil, 0, 2, 3, 9] as [Int?])
  func devicesAreListed(_ count: Int, _ capacity: Int?) throws {
    try sameInBothWays(Self.devices(count)) { try Self.list($0, capacity) }
  }

  @Test func arrayThatIsMissingIsForThePluginToJudge() throws {
    let plugin = TestPlugin()
    plugin.onList = { infos, count in infos == nil && count.pointee > 0 ? IMP_E_ARGUMENT : IMP_OK }
    try sameInBothWays(plugin) { try Self.list($0, nil, count: 3) }
  }

  //
  @Test func deviceOfWrongSizeIsRefusedBeforeAnythingIsWritten() throws {
    let bridged = try Bridged(Self.devices(2))
    let table: imp_camera_ability = try bridged.table(IMP_CAMERA_ID)
    var infos = room(imp_camera_info(), \.size, 3)
    infos[2].size = 4
    let before = infos.map { bytes($0) }
    var count = 3
    let status = infos.withUnsafeMutableBufferPointer {
      table.list(bridged.opened.plugin, $0.baseAddress, &count)
    }
    #expect(status == IMP_E_ABI)
    #expect(infos.map { bytes($0) } == before)
    #expect(count == 3)
  }

  @Test func listLongerThanItsRoomIsABreach() throws {
    let plugin = TestPlugin()
    plugin.onList = { _, count in
      count.pointee = 4
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let seen = try Self.list(bridged.opened, 3)
    #expect(seen[0] == bytes(IMP_E_INTERNAL))
    #expect(seen[1] == bytes(3))
    #expect(bridged.words == "it reports 4 entries, but the capacity is 3.")
  }

  @Test func optionsAndLocatorTravel() throws {
    let plugin = TestPlugin()
    let seen = Mutex<[String]>([])
    plugin.onOpenCamera = { options in
      seen.withLock { $0.append("\(options.width) \(options.repeat) \(text(options.locator))") }
      return options.width == 0 ? IMP_E_DEVICE_MISSING : IMP_OK
    }
    try sameInBothWays(plugin) { opened in
      let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
      return TestPlugin.lend("/a folder/ü") { locator in
        var options = imp_camera_options.test
        options.locator = locator
        options.repeat = 3
        var camera: OpaquePointer?
        let good = table.open(opened.plugin, &options, &camera)
        if let camera { table.close(camera) }
        options.width = 0
        camera = nil
        let missing = table.open(opened.plugin, &options, &camera)
        return [good, missing, camera == nil ? 0 : 1]
      }
    }
    let lines = seen.withLock { $0 }
    #expect(lines.filter { $0 == "640 3 /a folder/ü" }.count == 2)
  }

  //
  @Test func optionsOfWrongSizeAreRefused() throws {
    let bridged = try Bridged()
    let table: imp_camera_ability = try bridged.table(IMP_CAMERA_ID)
    var options = imp_camera_options.test
    options.size = 1
    var camera: OpaquePointer?
    #expect(table.open(bridged.opened.plugin, &options, &camera) == IMP_E_ABI)
    #expect(camera == nil)
    #expect(!bridged.carrier.carried.contains(.cameraOpen))
  }

  private static func frames(_ sizes: [Int]) -> TestPlugin {
    let plugin = TestPlugin()
    let next = Mutex(0)
    plugin.onOpenCamera = { _ in
      next.withLock { $0 = 0 }
      return IMP_OK
    }
    plugin.onNextFrame = { _, pixels, frame in
      let index = next.withLock { $0 }
      guard index < sizes.count else { return IMP_OUTCOME_END }
      pixels.pointee.length = sizes[index]
      guard pixels.pointee.capacity >= sizes[index], let room = pixels.pointee.data else {
        return IMP_RETRY_SHORT_BUFFER
      }
      for place in 0..<sizes[index] { room[place] = UInt8(truncatingIfNeeded: place &* 31 &+ index) }
      frame.pointee.format = UInt32(IMP_PIXEL_JPEG)
      frame.pointee.sequence = UInt64(index)
      frame.pointee.timestamp_ns = UInt64(index) * 33
      next.withLock { $0 += 1 }
      return IMP_OK
    }
    return plugin
  }

  // a short buffer keeps the frame, and what is not a success changes nothing.
  @Test func framesAreTheSameBytes() throws {
    let seen = try sameInBothWays(Self.frames([1, 63, 64, 65, 4096, 640 * 480])) { opened in
      let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
      let camera = try object(opened, imp_camera_options.test, table.open)
      defer { table.close(camera) }
      var seen: [[UInt8]] = []
      var capacity = 0
      for _ in 0..<20 {
        var pixels = [UInt8](repeating: 0xee, count: capacity + 8)
        var frame = imp_frame()
        frame.size = structSize(imp_frame.self)
        frame.sequence = 77
        let (status, length) = pixels.withUnsafeMutableBufferPointer { room in
          var buffer = imp_buffer(data: capacity == 0 ? nil : room.baseAddress, capacity: capacity, length: 5)
          let status = table.next_frame(camera, 9, &buffer, &frame)
          return (status, buffer.length)
        }
        seen += [bytes(status), bytes(length), pixels, bytes(frame)]
        if status == IMP_RETRY_SHORT_BUFFER { capacity = length }
        if status == IMP_OUTCOME_END { break }
      }
      return seen
    }
    #expect(seen.count > 40)
  }

  @Test func frameLongerThanItsRoomIsABreachAndTheCameraIsNotAskedAgain() throws {
    let plugin = TestPlugin()
    plugin.onNextFrame = { _, pixels, _ in
      pixels.pointee.length = pixels.pointee.capacity + 1
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table: imp_camera_ability = try bridged.table(IMP_CAMERA_ID)
    let camera = try bridged.object(imp_camera_options.test, table.open)
    var pixels = [UInt8](repeating: 0xee, count: 16)
    var frame = imp_frame()
    frame.size = structSize(imp_frame.self)
    for expected in [IMP_E_INTERNAL, IMP_E_STATE] {
      pixels.withUnsafeMutableBufferPointer { room in
        var buffer = imp_buffer(data: room.baseAddress, capacity: 15, length: 5)
        #expect(table.next_frame(camera, 0, &buffer, &frame) == expected)
        #expect(buffer.length == 5)
      }
      #expect(pixels == [UInt8](repeating: 0xee, count: 16))
    }
    table.close(camera)
  }

  // from another thread, while next_frame waits.
  @Test func cancelReachesAWaitingCall() throws {
    let plugin = TestPlugin()
    let isWaiting = Atomic(false)
    let isCancelled = Atomic(false)
    plugin.onNextFrame = { _, _, _ in
      isWaiting.store(true, ordering: .releasing)
      while !isCancelled.load(ordering: .acquiring) { usleep(200) }
      return IMP_OUTCOME_CANCELLED
    }
    plugin.onCancel = { isCancelled.store(true, ordering: .releasing) }
    let bridged = try Bridged(plugin)
    let table: imp_camera_ability = try bridged.table(IMP_CAMERA_ID)
    let camera = try bridged.object(imp_camera_options.test, table.open)
    nonisolated(unsafe) let handle = camera
    let status = inAThread {
      var frame = imp_frame()
      frame.size = structSize(imp_frame.self)
      var buffer = imp_buffer()
      return table.next_frame(handle, .max, &buffer, &frame)
    } during: {
      while !isWaiting.load(ordering: .acquiring) { usleep(200) }
      table.cancel(handle)
    }
    #expect(status == IMP_OUTCOME_CANCELLED)
    table.close(camera)
  }

  // A host's cancel may come when close is called: the executor lets neither use the object after its end.
  @Test func cancelsAndCloseMayRace() throws {
    let plugin = TestPlugin()
    let executor = CallExecutor(entry: plugin.entry, host: TestExecutorHost())
    let raw = RawCalls(executor)
    let opened = raw.open()
    for _ in 0..<200 {
      let camera = raw.make(.cameraOpen, opened, CameraOpenRequest(options: .test))
      _ = inAThread {
        for _ in 0..<10 { _ = raw.call(.cameraCancel, camera, EmptyMessage()) }
        return IMP_OK
      } during: {
        #expect(raw.call(.cameraClose, camera, EmptyMessage()).status == IMP_OK)
      }
      #expect(raw.call(.cameraCancel, camera, EmptyMessage()).status == IMP_E_ARGUMENT)
    }
    #expect(plugin.open.load(ordering: .relaxed) == 1)
  }
}
