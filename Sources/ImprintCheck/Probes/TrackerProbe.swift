// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One face tracker, called through its C table with guarded memory. Destroyed when released. Not
/// thread-safe.
final class TrackerProbe: @unchecked Sendable {
  // Sendable: nothing changes after init; a check calls it from one thread at a time.
  let plugin: ProbePlugin
  let table: imp_face_tracker_ability
  let note: (String) -> Void
  private let tracker: OpaquePointer
  private let lent: [GuardedMemory]

  init(
    _ plugin: ProbePlugin, maximumFaces: UInt32 = 4, threads: UInt32 = 1,
    note: @escaping (String) -> Void = { _ in }
  ) throws {
    self.plugin = plugin
    self.note = note
    table = try plugin.table(IMP_FACE_TRACKER_ID, as: imp_face_tracker_ability.self)
    let creation = try Self.create(plugin) { ($0.maximum_faces, $0.threads) = (maximumFaces, threads) }
    tracker = try creation.made("face-tracker.create", "for \(maximumFaces) faces and \(threads) threads")
    lent = creation.lent
  }

  deinit { table.destroy(tracker) }

  static func options() -> imp_face_tracker_options {
    imp_face_tracker_options(
      size: structSize(imp_face_tracker_options.self), maximum_faces: 2, detection_threshold: 0, threads: 1)
  }

  static func create(
    _ plugin: ProbePlugin, change: (inout imp_face_tracker_options) -> Void
  ) throws -> Creation<Void> {
    let table = try plugin.table(IMP_FACE_TRACKER_ID, as: imp_face_tracker_ability.self)
    var options = options()
    change(&options)
    return try Creation(plugin, options, end: { table.destroy($0) }) { table.create(plugin.plugin, $0, $1) }
  }

  /// The results for one frame; whatever was not written is unchanged.
  struct Frame: LentAnswer {
    let answer: CallAnswer
    let faceCount: Int
    let landmarkCount: Int
    /// All borrowed memory, filled or not.
    let faceRoom: [imp_face]
    let landmarkRoom: [imp_point3]
    /// Whether a byte of either array, or a count, was changed.
    let isUntouched: Bool

    var faces: [imp_face] { Array(faceRoom.prefix(faceCount)) }
    var landmarks: [imp_point3] { Array(landmarkRoom.prefix(landmarkCount)) }
    /// For comparison: the whole answer, as bytes.
    var bytes: [UInt8] {
      faces.withUnsafeBytes { Array($0) } + landmarks.withUnsafeBytes { Array($0) }
    }
  }

  /// The initial value of counts.
  static let unset: UInt32 = 0x5EED

  func track(
    _ lent: LentPicture, time: UInt64, faces: Int = 8, landmarks: Int = 8 * 468,
    change: (inout imp_face) -> Void = { _ in }, changeList: (inout imp_face_list) -> Void = { _ in }
  ) throws -> Frame {
    var empty = imp_face.toBeFilled
    change(&empty)
    let faceRoom = try GuardedMemory(copiesOf: [imp_face](repeating: empty, count: faces))
    let point = imp_point3(x: -7, y: -7, z: -7)
    let landmarkRoom = try GuardedMemory(copiesOf: [imp_point3](repeating: point, count: landmarks))
    var list = imp_face_list(
      size: structSize(imp_face_list.self), face_capacity: UInt32(faces), face_count: Self.unset,
      landmark_capacity: UInt32(landmarks), landmark_count: Self.unset, reserved: 0,
      faces: faces == 0 ? nil : faceRoom.mutablePointer(),
      landmarks: landmarks == 0 ? nil : landmarkRoom.mutablePointer())
    changeList(&list)
    let header = try GuardedMemory(copyOf: list)
    let before = (faceRoom.content, landmarkRoom.content, header.content)
    let status = table.track(tracker, lent.image, time, header.mutablePointer())
    let after = header.pointer(as: imp_face_list.self).pointee
    if status == IMP_OK, Int(after.face_count) > faces || Int(after.landmark_count) > landmarks {
      throw CheckFailure(
        "it returned success with \(after.face_count) faces and \(after.landmark_count) landmarks; the "
          + "list holds "
          + "\(faces) and \(landmarks) (R-01).", place: "face-tracker.track")
    }
    return Frame(
      answer: CallAnswer(status, plugin.host), faceCount: Int(after.face_count),
      landmarkCount: Int(after.landmark_count), faceRoom: faceRoom.values(),
      landmarkRoom: landmarkRoom.values(),
      isUntouched: before == (faceRoom.content, landmarkRoom.content, header.content))
  }

  func track(_ picture: CheckPicture, time: UInt64, faces: Int = 8, landmarks: Int = 8 * 468) throws -> Frame
  {
    let lent = try LentPicture(picture)
    defer { withExtendedLifetime(lent) {} }
    return try track(lent, time: time, faces: faces, landmarks: landmarks)
  }

  /// The faces of a frame that it must accept.
  func faces(of picture: CheckPicture, time: UInt64) throws -> Frame {
    let frame = try track(picture, time: time)
    try expectSuccess(frame.answer, "face-tracker.track", "for \(picture.words) at \(time) ns")
    return frame
  }

  func reset() { table.reset(tracker) }
}
