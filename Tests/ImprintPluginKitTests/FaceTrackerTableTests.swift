// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

final class FaceTrackerTableTests {
  let opened: OpenedEntry
  let table: imp_face_tracker_ability
  let tracker: OpaquePointer

  init() throws {
    opened = try OpenedEntry(sampleExport.entry)
    table = try opened.table(IMP_FACE_TRACKER_ID)
    var options = imp_face_tracker_options(
      size: structSize(imp_face_tracker_options.self), maximum_faces: 2, detection_threshold: 0, threads: 1)
    var tracker: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &tracker) == IMP_OK)
    self.tracker = try #require(tracker)
  }

  deinit { table.destroy(tracker) }

  @Test(
    arguments: [
      Change(IMP_E_ABI) { $0.size = 0 }, Change(IMP_E_ARGUMENT) { $0.maximum_faces = 0 },
      Change(IMP_E_ARGUMENT) { $0.maximum_faces = 65 },
      Change(IMP_E_ARGUMENT) { $0.detection_threshold = .nan },
      Change(IMP_E_ARGUMENT) { $0.detection_threshold = 1.5 }, Change(IMP_E_ARGUMENT) { $0.threads = 0 },
    ] as [Change<imp_face_tracker_options>])
  func optionOutsideItsRangeIsRefused(change: Change<imp_face_tracker_options>) {
    var options = imp_face_tracker_options(
      size: structSize(imp_face_tracker_options.self), maximum_faces: 2, detection_threshold: 0, threads: 1)
    change.make(&options)
    var other: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &other) == change.status)
    #expect(other == nil)
  }

  @Test func facesAndLandmarksAreWrittenOut() throws {
    let made = track(faces: 2, time: 5)
    #expect(made.status == IMP_OK)
    #expect((made.list.face_count, made.list.landmark_count) == (2, 936))
    let face = made.faces[1]
    #expect(face.size == structSize(imp_face.self))
    #expect((face.track_id, face.landmark_first, face.landmark_count) == (1, 468, 468))
    #expect((face.left_eye_openness, face.right_eye_openness) == (-1, 0.3))
    #expect((face.quality.0, face.quality.1, face.quality.15) == (-1, 42, -1))
    #expect((made.landmarks[468 + 3].x, made.landmarks[468 + 3].y) == (1, 3))
  }

  @Test func noFaceIsAnEmptyList() {
    let made = track(faces: 0, time: 5)
    #expect(made.status == IMP_OK)
    #expect((made.list.face_count, made.list.landmark_count) == (0, 0))
  }

  @Test(arguments: [(1, 936), (2, 935), (0, 0)])
  func frameForAShortListDoesNotCount(faces: Int, landmarks: Int) {
    //
    let short = track(faces: 1, time: 5, capacity: (faces, landmarks))
    #expect(short.status == IMP_RETRY_SHORT_BUFFER)
    #expect((short.list.face_count, short.list.landmark_count) == (2, 936))
    // The sample counts frames in the track id: this is its first.
    #expect(track(faces: 1, time: 5).faces[0].track_id == 1)
  }

  @Test func listWithAFaceOfAnotherSizeIsRefusedAndTheFrameDoesNotCount() {
    //
    for wrong in 0..<2 {
      let made = track(faces: 1, time: 5) { $0[wrong].size -= 4 }
      #expect(made.status == IMP_E_ABI)
      #expect((made.list.face_count, made.faces[0].track_id) == (77, 0))
    }
    #expect(track(faces: 1, time: 4).faces[0].track_id == 1)
  }

  @Test func moreFacesThanAskedForAreADefect() {
    #expect(track(faces: 3, time: 5).status == IMP_E_INTERNAL)
  }

  @Test func timeThatFallsIsRefusedUntilAReset() {
    //
    #expect(track(faces: 1, time: 5).status == IMP_OK)
    let earlier = track(faces: 1, time: 4)
    #expect(earlier.status == IMP_E_ARGUMENT)
    #expect((earlier.list.face_count, earlier.faces[0].track_id) == (77, 0))
    #expect(track(faces: 1, time: 5).faces[0].track_id == 2)
    table.reset(tracker)
    let made = track(faces: 1, time: 4)
    #expect(made.status == IMP_OK)
    #expect(made.faces[0].track_id == 1)
  }

  @Test func listOfAnotherSizeIsRefused() {
    var list = imp_face_list()
    let status = TestImage(width: 1, height: 1) { _, _ in 0 }.lend { table.track(tracker, $0, 1, &list) }
    #expect(status == IMP_E_ABI)
  }

  private func track(
    faces: Int, time: UInt64, capacity: (faces: Int, landmarks: Int) = (2, 936),
    change: (inout [imp_face]) -> Void = { _ in }
  ) -> (status: imp_status, list: imp_face_list, faces: [imp_face], landmarks: [imp_point3]) {
    var memory = room(imp_face(), \.size, 2)
    change(&memory)
    var points = [imp_point3](repeating: imp_point3(), count: 936)
    var list = imp_face_list()
    let status = memory.withUnsafeMutableBufferPointer { memory in
      points.withUnsafeMutableBufferPointer { points in
        list = imp_face_list(
          size: structSize(imp_face_list.self), face_capacity: UInt32(capacity.faces), face_count: 77,
          landmark_capacity: UInt32(capacity.landmarks), landmark_count: 77, reserved: 99,
          faces: memory.baseAddress, landmarks: points.baseAddress)
        return TestImage(width: 1, height: 1) { _, _ in UInt8(faces) }.lend {
          table.track(tracker, $0, time, &list)
        }
      }
    }
    return (status, list, memory, points)
  }
}
