// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.face-tracker/1` through a bridge: the same as directly.
@Suite struct FaceTrackerCallTests {
  /// Gives `count` faces with `landmarks` landmarks in all, told from the image and the time.
  private static func tracker(_ count: UInt32, landmarks: UInt32 = 0) -> TestPlugin {
    let plugin = TestPlugin()
    plugin.onTrack = { image, timestamp, list in
      let room = list.pointee
      list.pointee.face_count = count
      list.pointee.landmark_count = landmarks
      guard room.face_capacity >= count, room.landmark_capacity >= landmarks else {
        return IMP_RETRY_SHORT_BUFFER
      }
      let pixels = UnsafeBufferPointer(start: image.pointee.pixels.data, count: image.pointee.pixels.length)
      let sum = pixels.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) } &+ timestamp
      for index in 0..<count {
        guard let face = room.faces, face[Int(index)].size == structSize(imp_face.self) else {
          return IMP_E_ABI
        }
        face[Int(index)] = .test(UInt32(truncatingIfNeeded: sum) &+ index)
        face[Int(index)].size = structSize(imp_face.self)
      }
      for index in 0..<landmarks {
        room.landmarks?[Int(index)] = imp_point3(x: Float(index), y: Float(sum % 1000), z: -1)
      }
      return IMP_OK
    }
    return plugin
  }

  private static func track(
    _ opened: OpenedEntry, faces: Int, landmarks: Int, image: TestImage = picture, times: [UInt64] = [5],
    change: (inout imp_image) -> Void = { _ in }, list change2: (inout imp_face_list) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    let table: imp_face_tracker_ability = try opened.table(IMP_FACE_TRACKER_ID)
    let tracker = try object(opened, imp_face_tracker_options.test, table.create)
    defer { table.destroy(tracker) }
    var seen: [[UInt8]] = []
    for time in times {
      var faceRoom = room(imp_face(), \.size, faces)
      var landmarkRoom = [imp_point3](repeating: imp_point3(x: 9, y: 9, z: 9), count: landmarks)
      let (status, list) = faceRoom.withUnsafeMutableBufferPointer { faceRoom in
        landmarkRoom.withUnsafeMutableBufferPointer { landmarkRoom in
          var list = imp_face_list(
            size: structSize(imp_face_list.self), face_capacity: UInt32(faces), face_count: 6,
            landmark_capacity: UInt32(landmarks), landmark_count: 7, reserved: 0,
            faces: faces == 0 ? nil : faceRoom.baseAddress,
            landmarks: landmarks == 0 ? nil : landmarkRoom.baseAddress)
          change2(&list)
          let status = image.lend(change: change) { table.track(tracker, $0, time, &list) }
          return (status, [list.face_count, list.landmark_count])
        }
      }
      seen +=
        [bytes(status), list.flatMap { bytes($0) }] + faceRoom.map { bytes($0) }
        + landmarkRoom.map { bytes($0) }
    }
    return seen
  }

  //
  @Test(arguments: [0, 1, 4] as [UInt32], [0, 468, 936] as [UInt32])
  func facesAreTheSameBytes(_ count: UInt32, _ landmarks: UInt32) throws {
    for (faces, points) in [(0, 0), (1, 468), (4, 4 * 468), (64, 64 * 468)] {
      try sameInBothWays(Self.tracker(count, landmarks: landmarks)) {
        try Self.track($0, faces: faces, landmarks: points, times: [5, 6])
      }
    }
  }

  @Test func aVGAFrameTravels() throws {
    let image = TestImage(width: 640, height: 480) { UInt8(truncatingIfNeeded: $0 &* $1) }
    try sameInBothWays(Self.tracker(1)) { try Self.track($0, faces: 1, landmarks: 0, image: image) }
  }

  // unless it is a success, nothing is written; whatever status it is.
  @Test(arguments: [IMP_E_SAMPLE, IMP_E_ARGUMENT, IMP_E_INTERNAL, 888, -1])
  func failureLeavesOutputsAlone(_ status: imp_status) throws {
    let plugin = TestPlugin()
    plugin.onTrack = { _, _, list in
      plugin.report(status, "why")
      return status
    }
    try sameInBothWays(plugin) {
      try Self.track($0, faces: 2, landmarks: 3) + [Array(($0.host.last?.words ?? "").utf8)]
    }
  }

  // What an image means is the plugin's to judge: it gets it as it is.
  @Test func strangeImagesReachThePlugin() throws {
    let plugin = TestPlugin()
    let seen = Mutex<[[UInt8]]>([])
    plugin.onTrack = { image, _, _ in
      var copy = image.pointee
      let isNull = copy.pixels.data == nil
      copy.pixels.data = nil
      seen.withLock { $0 += [bytes(copy), [isNull ? 1 : 0]] }
      return IMP_E_SAMPLE
    }
    try sameInBothWays(plugin) { opened in
      seen.withLock { $0 = [] }
      for change: (inout imp_image) -> Void in [
        { $0.width = 0 }, { $0.height = .max }, { $0.format = 201 }, { $0.pixels.length = 1 },
        { $0.pixels.length = 0 }, { $0.pixels = imp_bytes(data: nil, length: 0) },
        { $0.pixels = imp_bytes(data: nil, length: 100) }, { $0.resolution = 5 },
      ] { _ = try Self.track(opened, faces: 1, landmarks: 0, change: change) }
      return seen.withLock { $0 }
    }
  }

  @Test func imageBeyondAllMemoryIsRefused() throws {
    let bridged = try Bridged(Self.tracker(1))
    for length in [Int.max, -1, CallLimit.bodyBytes] {
      let seen = try Self.track(bridged.opened, faces: 1, landmarks: 0, change: { $0.pixels.length = length })
      #expect(seen[0] == bytes(IMP_E_ARGUMENT))
    }
    #expect(bridged.words?.contains("face-tracker.track") == true)
    #expect(!bridged.carrier.carried.contains(.trackerTrack))
  }

  //
  @Test func wrongSizesAreRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.tracker(1))
    let image = try Self.track(bridged.opened, faces: 1, landmarks: 0, change: { $0.size = 39 })
    let list = try Self.track(bridged.opened, faces: 1, landmarks: 0, list: { $0.size = 0 })
    let face = try Self.track(bridged.opened, faces: 3, landmarks: 0, list: { $0.faces?[2].size = 7 })
    #expect(image[0] == bytes(IMP_E_ABI))
    #expect(list[0] == bytes(IMP_E_ABI))
    #expect(face[0] == bytes(IMP_E_ABI))
    #expect(!bridged.carrier.carried.contains(.trackerTrack))
  }

  @Test func moreFacesThanRoomIsABreach() throws {
    let plugin = TestPlugin()
    plugin.onTrack = { _, _, list in
      list.pointee.face_count = 3
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let seen = try Self.track(bridged.opened, faces: 2, landmarks: 0, times: [1, 2])
    #expect(seen[0] == bytes(IMP_E_INTERNAL))
    #expect(seen[4] == bytes(IMP_E_STATE))
  }

  @Test func resetAndOptionsReachThePlugin() throws {
    let plugin = TestPlugin()
    let resets = Atomic(0)
    plugin.onReset = { resets.add(1, ordering: .relaxed) }
    plugin.onCreateTracker = {
      $0.maximum_faces == 4 && $0.detection_threshold == 0.5 ? IMP_OK : IMP_E_ARGUMENT
    }
    let bridged = try Bridged(plugin)
    let table: imp_face_tracker_ability = try bridged.table(IMP_FACE_TRACKER_ID)
    let tracker = try bridged.object(imp_face_tracker_options.test, table.create)
    table.reset(tracker)
    table.reset(tracker)
    #expect(resets.load(ordering: .relaxed) == 2)
    table.destroy(tracker)
    var options = imp_face_tracker_options.test
    options.maximum_faces = 0
    var made: OpaquePointer?
    #expect(table.create(bridged.opened.plugin, &options, &made) == IMP_E_ARGUMENT)
    options.size = 1
    #expect(table.create(bridged.opened.plugin, &options, &made) == IMP_E_ABI)
    #expect(made == nil)
  }
}
