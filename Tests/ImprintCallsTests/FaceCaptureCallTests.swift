// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.face-capture/2` through a bridge: the same as directly.
@Suite struct FaceCaptureCallTests {
  /// Answers `events` events that tell what it was given.
  private static func capture(_ events: UInt32, status: imp_status = IMP_OK) -> TestPlugin {
    let plugin = TestPlugin()
    plugin.onStep = { input, image, faces, list in
      let faces = faces.pointee
      var told = bytes(input).reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }
      told &+= faces.face_count &* 10 &+ faces.landmark_count
      if let image {
        let pixels = UnsafeBufferPointer(start: image.pointee.pixels.data, count: image.pointee.pixels.length)
        told &+= pixels.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) } &+ image.pointee.width
      }
      for index in 0..<Int(faces.face_count) {
        guard let face = faces.faces?[index], face.size == structSize(imp_face.self) else { return IMP_E_ABI }
        told &+= face.track_id &+ UInt32(face.quality.15)
        for point in 0..<Int(face.landmark_count) {
          told &+= UInt32(faces.landmarks?[Int(face.landmark_first) + point].y ?? 0)
        }
      }
      guard status == IMP_OK else { return status }
      for index in 0..<Int(min(events, list.pointee.capacity)) {
        guard list.pointee.events[index].size == structSize(imp_capture_event_v2.self) else {
          return IMP_E_ABI
        }
        list.pointee.events[index].kind = told &+ UInt32(index)
        list.pointee.events[index].value = 0.25
        list.pointee.events[index].height = Float(index)
      }
      list.pointee.count = events
      return IMP_OK
    }
    return plugin
  }

  private static func step(
    _ opened: OpenedEntry, input: Int32, image: Bool, faces: [imp_face] = [], landmarks: Int = 0,
    capacity: Int = Int(IMP_CAPTURE_EVENTS_MAXIMUM),
    changeInput: (inout imp_capture_input) -> Void = { _ in },
    change: (inout imp_capture_events_v2) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    let table: imp_face_capture_ability_v2 = try opened.table(IMP_FACE_CAPTURE_ID)
    let capture = try object(opened, imp_face_capture_options_v2.test, table.create)
    defer { table.destroy(capture) }
    var faces = faces
    var points = (0..<landmarks).map { imp_point3(x: 1, y: Float($0), z: 2) }
    var events = room(imp_capture_event_v2(), \.size, capacity)
    let (status, count) = faces.withUnsafeMutableBufferPointer { faces in
      points.withUnsafeMutableBufferPointer { points in
        events.withUnsafeMutableBufferPointer { room in
          guard let first = room.baseAddress else { return (IMP_E_MEMORY, UInt32(0)) }
          var list = imp_face_list(
            size: structSize(imp_face_list.self), face_capacity: UInt32(faces.count),
            face_count: UInt32(faces.count), landmark_capacity: UInt32(points.count),
            landmark_count: UInt32(points.count), reserved: 0, faces: faces.baseAddress,
            landmarks: points.baseAddress)
          var events = imp_capture_events_v2(
            size: structSize(imp_capture_events_v2.self), capacity: UInt32(capacity), count: 99, reserved: 0,
            events: first)
          change(&events)
          var input = imp_capture_input.test(input)
          changeInput(&input)
          let status =
            image
            ? picture.lend { table.step(capture, &input, $0, &list, &events) }
            : table.step(capture, &input, nil, &list, &events)
          return (status, events.count)
        }
      }
    }
    return [bytes(status), bytes(count)] + events.map { bytes($0) }
  }

  //
  @Test(arguments: [0, 1, 64] as [UInt32])
  func stepsGiveTheSameEvents(_ count: UInt32) throws {
    let faces = [imp_face.test(3, landmarks: 0...9), imp_face.test(4, landmarks: 10...477)]
    try sameInBothWays(Self.capture(count)) {
      try Self.step($0, input: IMP_INPUT_FRAME, image: true)
        + Self.step($0, input: IMP_INPUT_FRAME, image: true, faces: faces, landmarks: 478)
        + Self.step($0, input: IMP_INPUT_TICK, image: false)
        + Self.step($0, input: IMP_INPUT_END, image: false)
        + Self.step($0, input: IMP_INPUT_STOP, image: false)
        + Self.step(
          $0, input: IMP_INPUT_COMPARED, image: false,
          changeInput: {
            ($0.slot, $0.other, $0.compared, $0.score) = (3, 15, UInt32(IMP_COMPARED_DONE), -4200)
          })
        + Self.step(
          $0, input: IMP_INPUT_MOTION, image: false,
          changeInput: {
            $0.acceleration = imp_point3(x: 0.5, y: .nan, z: -9.81)
          })
        + Self.step($0, input: 77, image: false)
    }
  }

  //
  @Test func failureLeavesEventsAlone() throws {
    try sameInBothWays(Self.capture(3, status: IMP_E_STATE)) {
      try Self.step($0, input: IMP_INPUT_TICK, image: false)
    }
    try sameInBothWays(Self.capture(3, status: IMP_RETRY_SHORT_BUFFER)) {
      try Self.step($0, input: IMP_INPUT_TICK, image: false)
    }
  }

  @Test func moreEventsThanRoomIsABreach() throws {
    let bridged = try Bridged(Self.capture(65))
    let seen = try Self.step(bridged.opened, input: IMP_INPUT_TICK, image: false)
    #expect(seen[0] == bytes(IMP_E_INTERNAL))
    #expect(seen[1] == bytes(UInt32(99)))
    #expect(bridged.words == "it reports 65 events, but the capacity is 64.")
  }

  //
  @Test func wrongSizesAreRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.capture(1))
    var face = imp_face.test(1)
    face.size = 1
    let statuses = [
      try Self.step(bridged.opened, input: IMP_INPUT_FRAME, image: true, faces: [face])[0],
      try Self.step(bridged.opened, input: IMP_INPUT_TICK, image: false, change: { $0.size = 8 })[0],
      try Self.step(bridged.opened, input: IMP_INPUT_TICK, image: false, change: { $0.events[63].size = 8 })[
        0],
      try Self.step(bridged.opened, input: IMP_INPUT_TICK, image: false, changeInput: { $0.size = 40 })[0],
    ]
    #expect(statuses == Array(repeating: bytes(IMP_E_ABI), count: 4))
    #expect(!bridged.carrier.carried.contains(.captureStep))
  }

  @Test func longerListThanAnyStepFillsIsLentAsOneOfThatLength() throws {
    try sameInBothWays(Self.capture(64)) {
      try Self.step($0, input: IMP_INPUT_TICK, image: false, capacity: 80)
    }
  }

  @Test func optionsReachThePlugin() throws {
    let plugin = TestPlugin()
    plugin.onCreateCapture = {
      bytes($0) == bytes(imp_face_capture_options_v2.test) ? IMP_E_UNSUPPORTED : IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table: imp_face_capture_ability_v2 = try bridged.table(IMP_FACE_CAPTURE_ID)
    var options = imp_face_capture_options_v2.test
    var made: OpaquePointer?
    #expect(table.create(bridged.opened.plugin, &options, &made) == IMP_E_UNSUPPORTED)
    options.size = 32
    #expect(table.create(bridged.opened.plugin, &options, &made) == IMP_E_ABI)
  }
}
