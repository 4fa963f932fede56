// SPDX-License-Identifier: Apache-2.0

/// The faces that the tracker found in one frame, with the same bits.
public struct SessionFaces: Sendable, Hashable, CustomStringConvertible {
  /// The frame's.
  public var sequence: UInt64
  /// In the tracker's order; at most 64.
  public var faces: [Face]

  public init(sequence: UInt64, faces: [Face]) {
    self.sequence = sequence
    self.faces = faces
  }

  public var description: String { "SessionFaces(\(faces.count) of frame \(sequence), <redacted>)" }
}

extension SessionFaces {
  /// As many as a tracker may be asked for.
  static let mostFaces = 64
  private static let meshLandmarks = 468
  private static let fieldBytes = 16
  private static let faceBytes = 72
  static var longestPayload: Int {
    fieldBytes + mostFaces * (faceBytes + 4 * QualityComponent.allCases.count + 12 * meshLandmarks)
  }

  /// What a tracker's answer is held to.
  func check() throws(SessionFault) {
    try require(faces.count <= Self.mostFaces, "it has \(faces.count) faces; \(Self.mostFaces) are allowed.")
    var tracks: Set<UInt32> = []
    for face in faces {
      try require(
        face.trackID >= 1 && tracks.insert(face.trackID).inserted,
        "a face's track id is 0, or that of another.")
      try Self.check(face)
    }
  }

  private static func check(_ face: Face) throws(SessionFault) {
    let places = [
      face.box.x, face.box.y, face.box.width, face.box.height, face.leftEye.x, face.leftEye.y,
      face.rightEye.x, face.rightEye.y, face.pose.yaw, face.pose.pitch, face.pose.roll,
    ]
    try require(places.allSatisfy(\.isFinite), "a face has a number that is not finite.")
    try require(face.box.width >= 0 && face.box.height >= 0, "a face's box has a negative side.")
    try require(
      (0...1).contains(face.detection) && (0...1).contains(face.presence),
      "a face's detection or presence is not in 0...1.")
    for openness in [face.leftEyeOpenness, face.rightEyeOpenness] {
      try require(openness.map { $0.isFinite && $0 >= 0 } ?? true, "an eye's openness is negative.")
    }
    try require(
      face.quality.components.values.allSatisfy { (0...100).contains($0) },
      "a component of quality is not in 0...100.")
    try require(
      face.landmarks.isEmpty || face.landmarks.count == meshLandmarks,
      "a face has \(face.landmarks.count) landmarks, not 0 or \(meshLandmarks).")
    try require(
      face.landmarks.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite },
      "a landmark is not finite.")
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      faces.reduce(Self.fieldBytes) { $0 + Self.faceBytes + 64 + 12 * $1.landmarks.count })
    bytes.append(littleEndian: sequence)
    bytes.append(littleEndian: UInt32(faces.count))
    bytes.append(littleEndian: UInt32(0))
    for face in faces { Self.append(face, to: &bytes) }
    return bytes
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    sequence = try reader.take(UInt64.self)
    let count = try reader.take(UInt32.self)
    try reader.zero(UInt32.self)
    try require(count <= Self.mostFaces, "it has \(count) faces; \(Self.mostFaces) are allowed.")
    faces = []
    for _ in 0..<count { faces.append(try Self.face(&reader)) }
    try reader.end()
  }

  /// Which of a face's fields are there.
  private struct Present: OptionSet {
    let rawValue: UInt32
    static let leftOpenness = Present(rawValue: 1)
    static let rightOpenness = Present(rawValue: 2)
    static let landmarks = Present(rawValue: 4)
    static let all: Present = [.leftOpenness, .rightOpenness, .landmarks]
  }

  private static func append(_ face: Face, to bytes: inout [UInt8]) {
    var present: Present = []
    if face.leftEyeOpenness != nil { present.insert(.leftOpenness) }
    if face.rightEyeOpenness != nil { present.insert(.rightOpenness) }
    if !face.landmarks.isEmpty { present.insert(.landmarks) }
    bytes.append(littleEndian: face.trackID)
    bytes.append(littleEndian: present.rawValue)
    for number in [
      face.box.x, face.box.y, face.box.width, face.box.height, face.leftEye.x, face.leftEye.y,
      face.rightEye.x, face.rightEye.y, face.detection, face.presence, face.pose.yaw, face.pose.pitch,
      face.pose.roll, face.leftEyeOpenness ?? 0, face.rightEyeOpenness ?? 0,
    ] {
      bytes.append(float: number)
    }
    let measured = QualityComponent.allCases.filter { face.quality.components[$0] != nil }
    bytes.append(littleEndian: measured.reduce(UInt32(0)) { $0 | 1 << $1.rawValue })
    for component in measured { bytes.append(float: face.quality.components[component] ?? 0) }
    for point in face.landmarks {
      bytes.append(float: point.x)
      bytes.append(float: point.y)
      bytes.append(float: point.z)
    }
  }

  private static func face(_ reader: inout PayloadReader) throws(SessionFault) -> Face {
    let track = try reader.take(UInt32.self)
    let present = Present(rawValue: try reader.take(UInt32.self))
    try require(present.isSubset(of: .all), "a face has fields that are not known.")
    let box = Rectangle(
      x: try reader.float(), y: try reader.float(), width: try reader.float(), height: try reader.float())
    let leftEye = Point(x: try reader.float(), y: try reader.float())
    let rightEye = Point(x: try reader.float(), y: try reader.float())
    let (detection, presence) = (try reader.float(), try reader.float())
    let pose = HeadPose(yaw: try reader.float(), pitch: try reader.float(), roll: try reader.float())
    let left = try openness(&reader, isPresent: present.contains(.leftOpenness))
    let right = try openness(&reader, isPresent: present.contains(.rightOpenness))
    return Face(
      trackID: track, box: box, leftEye: leftEye, rightEye: rightEye, detection: detection,
      presence: presence, pose: pose, leftEyeOpenness: left, rightEyeOpenness: right,
      quality: try quality(&reader),
      landmarks: present.contains(.landmarks) ? try landmarks(&reader) : [])
  }

  private static func openness(
    _ reader: inout PayloadReader, isPresent: Bool
  ) throws(SessionFault) -> Float? {
    let bits = try reader.take(UInt32.self)
    try require(isPresent || bits == 0, "an eye's openness that was not measured is not 0.")
    return isPresent ? Float(bitPattern: bits) : nil
  }

  private static func quality(_ reader: inout PayloadReader) throws(SessionFault) -> FaceQuality {
    var rest = try reader.take(UInt32.self)
    var components: [QualityComponent: Float] = [:]
    for component in QualityComponent.allCases where rest & 1 << component.rawValue != 0 {
      rest &= ~(1 << component.rawValue)
      components[component] = try reader.float()
    }
    try require(rest == 0, "a face has a component of quality that is not known.")
    return FaceQuality(components: components)
  }

  private static func landmarks(_ reader: inout PayloadReader) throws(SessionFault) -> [Point3] {
    var points: [Point3] = []
    points.reserveCapacity(meshLandmarks)
    for _ in 0..<meshLandmarks {
      points.append(Point3(x: try reader.float(), y: try reader.float(), z: try reader.float()))
    }
    return points
  }
}
