// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport

@testable import ImprintSession

/// SplitMix64: the same numbers in every run.
struct SameNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension SessionHeader {
  static var sample: SessionHeader {
    SessionHeader(
      imprint: "1.2.3",
      plugin: SessionComponent(
        id: "org.example.capture", version: SemanticVersion(major: 1, minor: 2, patch: 3),
        hash: ContentHash(of: [1])),
      tracker: SessionComponent(
        id: "org.example.tracker", version: SemanticVersion(major: 0, minor: 0, patch: 1)),
      extractor: SessionComponent(
        id: "org.example.extractor", version: SemanticVersion(major: 2, minor: 0, patch: 0)),
      options: [
        "images": .integer(4), "quality-threshold": .number(48), "mode": .text("canary option"),
        "lit": .bool(true),
      ], seed: 0x0123_4567_89AB_CDEF_0011_2233_4455_6677,
      camera: SessionCamera(
        name: "canary camera", locator: "/dev/canary", id: "canary id", light: "colour", facing: "user"),
      began: 1_700_000_000, processor: "a processor", subject: "canary subject")
  }
}

extension EncodedFrame {
  /// Grey: of bytes that occur nowhere else if it is small, otherwise all equal.
  static func sample(_ sequence: UInt64, side: Int = 4) -> EncodedFrame {
    var numbers = SameNumbers(sequence)
    let bytes =
      side == 4
      ? (0..<16).map { _ in UInt8.random(in: 1...255, using: &numbers) }
      : [UInt8](repeating: UInt8(truncatingIfNeeded: sequence), count: side * side)
    return EncodedFrame(
      format: .pixels(.grey8), width: side, height: side, bytesPerRow: side, bytes: bytes,
      timestamp: 1000 * sequence, sequence: sequence, dropped: 0)
  }
}

extension Face {
  static func sample(_ seed: UInt64 = 1, track: UInt32 = 1, landmarks: Bool = true) -> Face {
    var numbers = SameNumbers(seed)
    func place() -> Float { .random(in: 10...600, using: &numbers) }
    return Face(
      trackID: track, box: Rectangle(x: 100, y: 50, width: 80, height: 160),
      leftEye: Point(x: 153.0625, y: 100.4375), rightEye: Point(x: 120.8125, y: 101.1875), detection: 0.9,
      presence: 0.8, pose: HeadPose(yaw: -3, pitch: 4, roll: 0.5), leftEyeOpenness: 0.27,
      rightEyeOpenness: nil, quality: FaceQuality(components: [.unified: 70, .sharpness: 12.5]),
      landmarks: landmarks ? (0..<468).map { _ in Point3(x: place(), y: place(), z: place()) } : [])
  }
}

/// One of each kind, in an order that may be.
func sampleChunks(landmarks: Bool = false) -> [SessionChunk] {
  [
    .orientation(.landscapeLeft),
    .frame(.sample(3)),
    .faces(SessionFaces(sequence: 3, faces: [.sample(1, landmarks: landmarks)])),
    .step(SessionStep(.frame(sequence: 3), time: 100)),
    .events(SessionEvents(count: 2, bytes: [1, 2, 3, 4, 5, 6, 7, 8])),
    .comparison(SessionComparison(first: 0, second: 1, answer: .score(Score(3500.25)))),
    .step(SessionStep(.compared, time: 110)),
    .step(SessionStep(.motion([0.5, -9.81, 0]), time: 110)),
    .lost(SessionLoss(first: 4, last: 6, count: 2, reason: .queue)),
    .faces(SessionFaces(sequence: 6, faces: [])),
    .step(SessionStep(.tick, time: 120)),
    .camera(SessionCamera(name: "canary second camera", locator: "/dev/canary2")),
    .omittedFrame(OmittedFrame(of: .sample(0))),
    .camera(SessionCamera(name: "canary third camera", locator: "/dev/canary3"), seed: 0xF0E1 << 100 | 7),
    .comparison(SessionComparison(first: 2, second: 1, answer: .impossible("canary reason"))),
    .step(SessionStep(.compared, time: 130)),
    .step(SessionStep(.stop, time: 130)),
    .verdict(
      SessionVerdict(
        outcome: .captured, liveness: .noDecision,
        images: [SessionVerdict.Image(sequence: 3, slot: 1, rank: 0, quality: 66.5)],
        reason: "canary verdict")),
  ]
}

/// A whole session in memory.
func session(_ chunks: [SessionChunk] = sampleChunks(), header: SessionHeader = .sample) throws -> [UInt8] {
  var buffer = try SessionBuffer(header: header)
  for chunk in chunks { try buffer.append(chunk) }
  return buffer.encoded()
}

/// What a reader makes of bytes.
struct Contents: Equatable {
  var header: SessionHeader?
  var chunks: [SessionChunk] = []
  var ending: SessionEnding?
  var passedOver = 0
  var error: SessionError?

  init(_ bytes: [UInt8]) {
    do throws(SessionError) {
      var reader = try SessionReader(bytes: bytes)
      try read(&reader)
    } catch {
      self.error = error
    }
  }

  init(file path: String) {
    do throws(SessionError) {
      var reader = try SessionReader(path)
      try read(&reader)
    } catch {
      self.error = error
    }
  }

  private mutating func read(_ reader: inout SessionReader) throws(SessionError) {
    header = reader.header
    defer { passedOver = reader.passedOver }
    while let chunk = try reader.next() { chunks.append(chunk) }
    ending = reader.ending
  }

  var end: SessionEnd? { if case .complete(let end)? = ending { end } else { nil } }
  var cut: SessionCut? { if case .cut(let cut)? = ending { cut } else { nil } }
}

/// A file of chunks with right checksums, whatever is in them.
func hostile(
  _ chunks: [(kind: UInt16, flags: UInt16, payload: [UInt8])], minor: UInt16 = SessionForm.version.minor
) -> [UInt8] {
  var bytes = SessionForm.magic
  bytes.append(littleEndian: UInt16(1))
  bytes.append(littleEndian: minor)
  bytes += [0, 0, 0, 0]
  var chain = SessionForm.Chain(preamble: bytes)
  for chunk in chunks {
    let head = SessionForm.head(chunk.kind, flags: chunk.flags, payload: chunk.payload.count)
    bytes += head + chunk.payload + chain.next([head, chunk.payload])
  }
  return bytes
}

func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

extension [UInt8] {
  func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
