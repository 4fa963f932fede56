// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct FaceTrackerTests {
  private func tracker(_ defines: [String: String] = [:]) throws -> FaceTracker {
    try FaceTracker(try FixturePlugin(defines).opened())
  }

  @Test func aFaceIsReadWithItsLandmarks() async throws {
    let faces = try await tracker().track(try image(1), timestamp: 0)
    let face = try #require(faces.first)
    #expect(faces.count == 1)
    #expect(face.trackID == 1)
    #expect(face.box == Rectangle(x: 1, y: 2, width: 3, height: 4))
    #expect(face.leftEyeOpenness == nil)
    #expect(face.rightEyeOpenness == 0.25)
    #expect(face.quality.components == [.unified: 70])
    #expect(face.landmarks.count == 468)
    #expect(face.landmarks[467] == Point3(x: 467, y: 1, z: 2))
  }

  @Test(arguments: [1, 4, 64])
  func thereIsRoomForAllFacesFromTheFirstCallOn(maximum: Int) async throws {
    let plugin = try FixturePlugin([
      "FIX_TRACK":
        "faces->faces[0].yaw = (float)faces->face_capacity; faces->faces[0].pitch = (float)faces->landmark_capacity;"
    ]).opened()
    let tracker = try await FaceTracker.make(plugin, options: FaceTrackerOptions(maximumFaces: maximum))
    let pose = try #require(try await tracker.track(try image(1), timestamp: 0).first).pose
    #expect(pose.yaw == Float(maximum))
    #expect(pose.pitch == Float(maximum * 468))
  }

  @Test func moreFacesThanWereAskedForAreMadeRoomFor() async throws {
    // the fixture refuses a face without its size, in old room and in new.
    let tracker = try tracker(["FIX_FACES": "5"])
    #expect(try await tracker.track(try image(1), timestamp: 0).map(\.trackID) == [1, 2, 3, 4, 5])
    #expect(try await tracker.track(try image(1), timestamp: 1).last?.landmarks.first?.x == 0)
  }

  @Test func reservedAndAnUnknownResolutionAreWrittenZero() async throws {
    //
    let tracker = try tracker([
      "FIX_TRACK": "if (image->resolution || faces->reserved) return IMP_E_INTERNAL;"
    ])
    #expect(try await tracker.track(try image(1), timestamp: 0).count == 1)
  }

  @Test func noFaceIsAnEmptyList() async throws {
    #expect(try await tracker(["FIX_FACES": "0"]).track(try image(1), timestamp: 0).isEmpty)
  }

  @Test func moreFacesThanAnyListMayHaveAreMisbehaviour() async throws {
    try await expectMisbehaviour(["FIX_FACES": "65"])
  }

  @Test(arguments: [
    "faces->face_count = 4000000000u;", "faces->landmark_count = 4000000000u;",
    "faces->face_count = faces->face_capacity + 1;", "faces->faces[0].size = 0;",
    "faces->faces[0].track_id = 0;", "faces->faces[0].landmark_first = 4000000000u;",
    "faces->faces[0].landmark_first = 1;", "faces->faces[0].landmark_count = 467;",
    "faces->faces[0].landmark_model = 9;", "faces->landmark_count = 467;",
    "faces->faces[0].box.x = NAN;", "faces->faces[0].box.width = -1;", "faces->faces[0].detection = 1.5f;",
    "faces->faces[0].presence = NAN;", "faces->faces[0].yaw = INFINITY;",
    "faces->faces[0].quality[3] = 101;", "faces->faces[0].quality[0] = NAN;",
    "faces->landmarks[400].z = NAN;", "faces->face_count = 2;",
    "faces->face_count = 9; return IMP_RETRY_SHORT_BUFFER;", "return IMP_RETRY_SHORT_BUFFER;",
  ])
  func hostileOutputIsMisbehaviour(statement: String) async throws {
    try await expectMisbehaviour(["FIX_TRACK": statement])
  }

  @Test func twoFacesOfOneTrackAreMisbehaviour() async throws {
    try await expectMisbehaviour(["FIX_FACES": "2", "FIX_TRACK": "faces->faces[1].track_id = 1;"])
  }

  @Test func aTrackerThatMisbehavedIsNotAskedAgain() async throws {
    // It would be well again in the second frame.
    let tracker = try tracker(["FIX_TRACK": "if (timestamp == 0) faces->faces[0].size = 0;"])
    let image = try image(1)
    let codes = await [
      #expect(throws: PluginCallError.self) { try await tracker.track(image, timestamp: 0) }?.code,
      #expect(throws: PluginCallError.self) { try await tracker.track(image, timestamp: 1) }?.code,
    ]
    #expect(codes == [.internalDefect, .state])
  }

  private func expectMisbehaviour(_ defines: [String: String]) async throws {
    let tracker = try tracker(defines)
    let image = try image(1)
    let error = try await #require(throws: PluginCallError.self) {
      try await tracker.track(image, timestamp: 0)
    }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func aRefusedImageIsTypedAndTheTrackerGoesOn() async throws {
    let tracker = try tracker(["FIX_TRACK": "if (timestamp == 1) return IMP_E_SAMPLE;"])
    let image = try image(1)
    _ = try await tracker.track(image, timestamp: 0)
    let error = try await #require(throws: PluginCallError.self) {
      try await tracker.track(image, timestamp: 1)
    }
    #expect(error.code == .sample)
    #expect(try await tracker.track(image, timestamp: 2).count == 1)
  }

  @Test func resetBeginsAnotherStream() async throws {
    let tracker = try tracker(["FIX_TRACK": "faces->faces[0].track_id = tracker->frames;"])
    let image = try image(1)
    _ = try await tracker.track(image, timestamp: 0)
    #expect(try await tracker.track(image, timestamp: 1).first?.trackID == 2)
    await tracker.reset()
    #expect(try await tracker.track(image, timestamp: 0).first?.trackID == 1)
  }

  @Test func optionsOutsideTheirRangeAreRefused() throws {
    let plugin = try FixturePlugin().opened()
    for options in [
      FaceTrackerOptions(maximumFaces: 0), FaceTrackerOptions(maximumFaces: 65),
      FaceTrackerOptions(detectionThreshold: .nan), FaceTrackerOptions(detectionThreshold: 2),
      FaceTrackerOptions(threads: 9),
    ] {
      let error = try #require(throws: PluginCallError.self) { try FaceTracker(plugin, options: options) }
      #expect(error.code == .argument)
    }
  }

  @Test func facesSurviveTheWayToAPluginAndBack() throws {
    let face = Face(
      trackID: 3, box: Rectangle(x: -1, y: 2, width: 30, height: 40), leftEye: Point(x: 5, y: 6),
      rightEye: Point(x: 7, y: 8), detection: 0.5, presence: 0.25,
      pose: HeadPose(yaw: 1, pitch: -2, roll: 3), leftEyeOpenness: 0.2, rightEyeOpenness: nil,
      quality: FaceQuality(components: [.unified: 40, .singleFace: 100]),
      landmarks: (0..<468).map { Point3(x: Float($0), y: 1, z: -1) })
    var bare = face
    bare.trackID = 4
    bare.landmarks = []
    var lent = LentFaces([bare, face])
    let back = try lent.lend { list in
      Result {
        try FaceReader(
          faces: UnsafeBufferPointer(start: list.pointee.faces, count: 2),
          landmarks: UnsafeBufferPointer(start: list.pointee.landmarks, count: 468)
        ).read()
      }
    }.get()
    #expect(back == [bare, face])
  }
}
