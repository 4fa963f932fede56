// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is not as with every extractor.
struct FaceExtractorTests {
  private func extractor(
    _ defines: [String: String] = [:], needsFace: Bool = false
  ) async throws -> FaceExtractor {
    try await FaceExtractor.make(
      try ExtractorKind.face.plugin(defines, entries: [FormatKind.face.entry(0, needsFace: needsFace)]))
  }

  private let face = Face(
    trackID: 3, box: Rectangle(x: -1, y: 2, width: 30, height: 40), leftEye: Point(x: 5, y: 6),
    rightEye: Point(x: 7, y: 8), detection: 0.5, presence: 0.25, pose: HeadPose(yaw: 1, pitch: -2, roll: 3),
    leftEyeOpenness: 0.125, rightEyeOpenness: nil,
    quality: FaceQuality(components: [.unified: 40, .singleFace: 100]),
    landmarks: (0..<468).map { Point3(x: Float($0), y: 1, z: -1) })

  // MARK: Formats

  @Test func formatsAreWhatThePluginSays() throws {
    let formats = try FaceExtractor.formats(
      of: try ExtractorKind.face.plugin(
        [
          "FIX_FORMATS":
            "formats[1].template_bytes_fixed = 8; formats[1].version = 7; formats[1].needs_face = 1;"
        ], listing: 2,
        entries: [
          FormatKind.face.entry(0), FormatKind.face.entry(1, version: 7, bytes: "8", needsFace: true),
        ]))
    #expect(formats.map(\.template.description) == ["example.face-0/2", "example.face-1/7"])
    #expect(formats.map(\.templateBytesMaximum) == [8, 8])
    #expect(formats.map(\.templateBytesFixed) == [nil, 8])
    #expect(formats.map(\.needsFace) == [false, true])
  }

  @Test(arguments: ["2", "UINT32_MAX"])
  func aNeedThatIsNeitherYesNorNoIsRefused(value: String) throws {
    let error = try FormatKind.face.fixture(["FIX_FORMATS": "formats[0].needs_face = \(value);"]).refusal()
    #expect(error.code == .brokenContract)
    #expect(error.reason.contains("needs_face"))
  }

  // MARK: Images and faces

  @Test func imageArrivesAsItIs() async throws {
    //
    let extractor = try await extractor([
      "FIX_TEMPLATE": """
      if (image->size != sizeof *image || image->format != IMP_PIXEL_RGB24) return IMP_E_INTERNAL; \
      if (image->width != 2 || image->height != 3 || image->row_bytes != 7) return IMP_E_INTERNAL; \
      if (image->pixels.length != 21 || image->pixels.data[20] != 20) return IMP_E_INTERNAL; \
      if (payload->capacity != 8 || extraction->size != sizeof *extraction) return IMP_E_INTERNAL; \
      if (extraction->reserved) return IMP_E_INTERNAL; \
      extraction->quality = (float)(image->resolution / 1000);
      """
    ])
    for (resolution, told) in [(nil, 0), (19_685, 19)] as [(Int?, Float)] {
      let image = try #require(
        Image(
          width: 2, height: 3, format: .rgb24, bytesPerRow: 7, resolution: resolution, pixels: Array(0..<21)))
      #expect(try await extractor.extract(image, face: nil).quality == told)
    }
  }

  @Test func anAbsentFaceArrivesAsNone() async throws {
    let extractor = try await extractor([
      "FIX_TEMPLATE": "if (face || landmarks || landmark_count) return IMP_E_INTERNAL;"
    ])
    #expect(try await extractor.extract(try image(1), face: nil).version == 2)
  }

  @Test func aFaceArrivesWithItsLandmarks() async throws {
    //
    let extractor = try await extractor([
      "FIX_TEMPLATE": """
      if (!face || face->size != sizeof *face || face->track_id != 3) return IMP_E_INTERNAL; \
      if (face->box.x != -1 || face->box.height != 40 || face->right_eye.y != 8) return IMP_E_INTERNAL; \
      if (face->detection != 0.5f || face->presence != 0.25f || face->pitch != -2) return IMP_E_INTERNAL; \
      if (face->left_eye_openness != 0.125f || face->right_eye_openness != -1) return IMP_E_INTERNAL; \
      if (face->quality[0] != 40 || face->quality[1] != -1 || face->quality[12] != 100) return IMP_E_INTERNAL; \
      if (face->landmark_model != IMP_LANDMARKS_MESH468 || face->landmark_count != 468) return IMP_E_INTERNAL; \
      if (face->landmark_first || landmark_count != 468 || !landmarks) return IMP_E_INTERNAL; \
      if (landmarks[0].x != 0 || landmarks[467].x != 467 || landmarks[467].z != -1) return IMP_E_INTERNAL;
      """
    ])
    #expect(try await extractor.extract(try image(1), face: face).version == 2)
  }

  @Test func aFaceWithoutLandmarksArrivesWithNone() async throws {
    let extractor = try await extractor([
      "FIX_TEMPLATE": """
      if (!face || face->landmark_model != IMP_LANDMARKS_NONE || face->landmark_count) return IMP_E_INTERNAL; \
      if (landmark_count) return IMP_E_INTERNAL;
      """
    ])
    var bare = face
    bare.landmarks = []
    #expect(try await extractor.extract(try image(1), face: bare).version == 2)
  }

  @Test func aFaceThatIsNeededIsAskedForBeforeThePluginIs() async throws {
    let extractor = try await extractor(["FIX_FORMATS": "formats[0].needs_face = 1;"], needsFace: true)
    for _ in 0..<3 {
      let error = try await #require(throws: PluginCallError.self) {
        try await extractor.extract(try image(1), face: nil)
      }
      #expect(error.code == .noSubject)
      #expect(error.statusClass == .cannotAcquire)
      #expect(error.place == "org.example.fixture: face-extractor.extract")
      #expect(error.reason == "no face was given.")
    }
    #expect(try await extractor.extract(try image(1), face: face).payload.bytes[3] == 1)
  }
}
