// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintSession

/// What must not be in a redacted session is put into one, and looked for.
@Suite struct SessionRedactionTests {
  private func redact(_ file: [UInt8]) throws -> (path: String, summary: SessionSummary) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/redacted.imps"
    return (path, try SessionRedaction.copy(try folder.write(file, to: "whole.imps"), to: path))
  }

  /// Whether any 8 bytes in a row of one occur in the other.
  private func leaks(_ secret: [UInt8], into content: [UInt8]) -> Bool {
    var runs: Set<[UInt8]> = []
    for start in 0...(secret.count - 8) { runs.insert(Array(secret[start..<start + 8])) }
    return (0...(content.count - 8)).contains { runs.contains(Array(content[$0..<$0 + 8])) }
  }

  @Test func noPixelNoLandmarkNoEyeAndNoNameIsLeft() throws {
    let chunks = sampleChunks(landmarks: true)
    let whole = try session(chunks)
    let redacted = try bytes(of: try redact(whole).path)
    let face = Face.sample(1)
    var landmarks: [UInt8] = []
    for point in face.landmarks {
      for number in [point.x, point.y, point.z] { landmarks.append(float: number) }
    }
    for secret in [EncodedFrame.sample(3).bytes, landmarks] {
      #expect(leaks(secret, into: whole) && !leaks(secret, into: redacted))
    }
    for number in [face.leftEye.x, face.leftEye.y, face.rightEye.x, face.rightEye.y] {
      var bytes: [UInt8] = []
      bytes.append(float: number)
      #expect(whole.firstRange(of: bytes) != nil && redacted.firstRange(of: bytes) == nil)
    }
    #expect(whole.contains("canary") && !redacted.contains("canary"))
  }

  @Test func whatShouldBeAWordOfACameraAndIsNoneIsLeftOut() throws {
    var header = SessionHeader.sample
    header.camera?.light = "canary light"
    header.camera?.facing = "canary's kitchen"
    let next = SessionCamera(name: "", locator: "", light: "colour", facing: "canary street")
    var buffer = try SessionBuffer(header: header)
    try buffer.append(.camera(next))
    let path = try redact(buffer.encoded()).path
    let contents = Contents(file: path)
    #expect(contents.header?.camera == SessionCamera(name: "", locator: ""))
    #expect(contents.chunks == [.camera(SessionCamera(name: "", locator: "", light: "colour"))])
    #expect(!(try bytes(of: path)).contains("canary"))
  }

  @Test func whatTellsOfTheCaptureStays() throws {
    let contents = Contents(file: try redact(try session(sampleChunks(landmarks: true))).path)
    let header = try #require(contents.header)
    #expect(header.isRedacted && header.replayObstacle == .redacted)
    #expect(header.plugin == SessionHeader.sample.plugin && header.seed == SessionHeader.sample.seed)
    #expect(header.options == ["images": .integer(4), "quality-threshold": .number(48), "lit": .bool(true)])
    #expect(header.camera == SessionCamera(name: "", locator: "", light: "colour", facing: "user"))
    #expect(contents.chunks.count == sampleChunks().count && contents.end?.reason == .complete)
    for (before, after) in zip(sampleChunks(), contents.chunks) {
      switch (before, after) {
      case (.frame(let frame), .omittedFrame(let omitted)): #expect(omitted == OmittedFrame(of: frame))
      case (.faces(let before), .faces(let after)):
        for (face, kept) in zip(before.faces, after.faces) {
          #expect(kept.box == face.box && kept.pose == face.pose && kept.quality == face.quality)
          #expect(kept.leftEyeOpenness == face.leftEyeOpenness && kept.presence == face.presence)
          #expect(abs(kept.leftEye.x - face.leftEye.x) <= face.box.width / 16)
          #expect(abs(kept.leftEye.y - face.leftEye.y) <= face.box.height / 16)
          #expect(
            kept.leftEye.x.remainder(dividingBy: face.box.width / 8) == Float(100).remainder(dividingBy: 10))
        }
      case (.comparison(let before), .comparison(let after)):
        #expect(after.first == before.first && after.second == before.second)
        if case .score = before.answer { #expect(after == before) }
      case (.verdict(let before), .verdict(let after)):
        #expect(after.outcome == before.outcome && after.images == before.images && after.reason.isEmpty)
      case (.camera, .camera): break
      default: #expect(after == before)
      }
    }
  }

  @Test func redactingTwiceChangesNothing() throws {
    let once = try bytes(of: try redact(try session(sampleChunks(landmarks: true))).path)
    #expect(try bytes(of: try redact(once).path) == once)
  }

  /// Boxes where floats have no eighths, and eyes far outside.
  @Test(arguments: 0..<500) func anyEyesAreCoarseAndStaySo(seed: UInt64) throws {
    var numbers = SameNumbers(seed)
    func float() -> Float {
      while true {
        let float = Float(bitPattern: .random(in: .min ... .max, using: &numbers))
        if float.isFinite { return float }
      }
    }
    var face = Face.sample(landmarks: false)
    face.box = Rectangle(x: float(), y: float(), width: abs(float()), height: abs(float()))
    face.leftEye = Point(x: float(), y: float())
    face.rightEye = Bool.random(using: &numbers) ? face.box.center : Point(x: float(), y: float())
    if !face.rightEye.x.isFinite || !face.rightEye.y.isFinite { face.rightEye = face.leftEye }
    let faces = SessionFaces(sequence: 1, faces: [face])
    let redacted = faces.redacted
    try redacted.check()
    #expect(redacted.redacted == redacted)
  }

  @Test func aCopyOfACutSessionSaysSo() throws {
    let whole = try session()
    let (path, summary) = try redact(Array(whole[..<(whole.count - 200)]))
    #expect(summary.end.reason == .copyOfCut && Contents(file: path).end == summary.end)
    // And so does a copy of the copy.
    #expect(try redact(try bytes(of: path)).summary.end.reason == .copyOfCut)
  }

  @Test func aDamagedSessionLeavesNoCopy() throws {
    let folder = try TemporaryFolder()
    var file = try session()
    file[file.count / 2] ^= 1
    let source = try folder.write(file, to: "damaged.imps")
    #expect(throws: SessionError.self) { try SessionRedaction.copy(source, to: "\(folder.path)/copy.imps") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["damaged.imps"])
  }

  @Test func chunksThatAreNotKnownAreNotCopied() throws {
    let header: (UInt16, UInt16, [UInt8]) = (1, 0, Array(SessionHeader.sample.json.text.utf8))
    let file = hostile(
      [header, (99, SessionForm.mayBeIgnored, Array("canary chunk".utf8))],
      minor: SessionForm.version.minor + 1)
    let (path, _) = try redact(file)
    let copy = try bytes(of: path)
    #expect(Contents(copy).chunks.isEmpty && !copy.contains("canary"))
    #expect(copy[10] == UInt8(SessionForm.version.minor), "it is one of the version that wrote it")
  }

  @Test func aSessionThatSaysItIsRedactedAndIsNotIsRefused() throws {
    let header: (UInt16, UInt16, [UInt8]) = (1, 0, Array(SessionHeader.sample.redacted.json.text.utf8))
    for chunk in sampleChunks(landmarks: true) where chunk != chunk.redacted {
      let encoded = chunk.encoded()
      let file = hostile([header, (encoded.kind.rawValue, 0, encoded.fields + encoded.bulk)])
      #expect(Contents(file).error?.code == .damaged, "\(encoded.kind)")
    }
    var named = SessionHeader.sample.redacted
    named.subject = "canary"
    #expect(Contents(hostile([(1, 0, Array(named.json.text.utf8))])).error?.code == .damaged)
  }

  @Test func metadataOmitsTheFramesThatWereNotReturned() throws {
    var buffer = try SessionBuffer(header: .sample)
    for sequence: UInt64 in 0..<4 { try buffer.append(.frame(.sample(sequence))) }
    #expect(buffer.omitFrame(1) && buffer.omitFrame(3) && !buffer.omitFrame(1) && !buffer.omitFrame(9))
    let contents = Contents(buffer.encoded())
    #expect(contents.end?.counts.frames == 2 && contents.end?.counts.omittedFrames == 2)
    #expect(contents.chunks.first == .frame(.sample(0)))
    #expect(contents.chunks.last == .omittedFrame(OmittedFrame(of: .sample(3))))
  }

  @Test func metadataHasALimit() throws {
    let empty = try SessionBuffer(header: .sample).encoded().count
    var buffer = try SessionBuffer(header: .sample, limit: empty + 100)
    let step = SessionChunk.step(SessionStep(.tick, time: 1))
    try buffer.append(step)
    #expect(throws: SessionError.self) { try buffer.append(.frame(.sample(1, side: 20))) }
    try buffer.append(step)
    #expect(Contents(buffer.encoded()).chunks == [step, step])
    #expect(buffer.encoded().count <= empty + 100)
  }
}
