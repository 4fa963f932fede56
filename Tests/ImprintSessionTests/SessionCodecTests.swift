// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintModel
import Testing

@testable import ImprintSession

/// What is encoded is decoded to the same, and what is decoded is encoded to the same bits.
@Suite struct SessionCodecTests {
  private func payload(_ chunk: SessionChunk) -> [UInt8] {
    let encoded = chunk.encoded()
    return encoded.fields + encoded.bulk
  }

  private func decoded(_ kind: SessionForm.Kind, _ payload: [UInt8]) -> SessionChunk? {
    do throws(SessionFault) { return try SessionChunk(kind, decoding: payload[...]) } catch { return nil }
  }

  @Test func everyKindIsReadAsItWasWritten() throws {
    var kinds: Set<SessionForm.Kind> = [.header, .end]
    for chunk in sampleChunks(landmarks: true) {
      let kind = chunk.encoded().kind
      kinds.insert(kind)
      #expect(decoded(kind, payload(chunk)) == chunk)
      #expect(payload(chunk).count <= kind.longest)
    }
    #expect(kinds == Set(SessionForm.Kind.allCases))
  }

  /// Every float a face may have, with its bits: zeros of both signs, the smallest, the largest.
  @Test(arguments: 0..<200) func aTrackersFacesKeepEveryBit(seed: UInt64) throws {
    var numbers = SameNumbers(seed)
    func float() -> Float {
      let special: [Float] = [
        0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
      ]
      if Int.random(in: 0..<4, using: &numbers) == 0 { return special.randomElement(using: &numbers) ?? 0 }
      while true {
        let float = Float(bitPattern: .random(in: .min ... .max, using: &numbers))
        if float.isFinite { return float }
      }
    }
    func within(_ range: ClosedRange<Float>) -> Float {
      Bool.random(using: &numbers) ? .random(in: range, using: &numbers) : range.lowerBound * -1
    }
    let faces = (1...UInt32.random(in: 1...4, using: &numbers)).map { track in
      Face(
        trackID: track, box: Rectangle(x: float(), y: float(), width: abs(float()), height: abs(float())),
        leftEye: Point(x: float(), y: float()), rightEye: Point(x: float(), y: float()),
        detection: within(0...1), presence: within(0...1),
        pose: HeadPose(yaw: float(), pitch: float(), roll: float()),
        leftEyeOpenness: Bool.random(using: &numbers) ? abs(float()) : nil,
        rightEyeOpenness: Bool.random(using: &numbers) ? -0.0 : nil,
        quality: FaceQuality(
          components: Dictionary(
            uniqueKeysWithValues: QualityComponent.allCases.filter { _ in Bool.random(using: &numbers) }
              .map { ($0, within(0...100)) })),
        landmarks: Bool.random(using: &numbers)
          ? (0..<468).map { _ in Point3(x: float(), y: float(), z: float()) } : [])
    }
    let chunk = SessionChunk.faces(SessionFaces(sequence: seed, faces: faces))
    let bytes = payload(chunk)
    let again = try #require(decoded(.faces, bytes))
    #expect(again == chunk)
    // Equal is not enough: 0 and -0 are.
    #expect(payload(again) == bytes)
  }

  /// Whatever bytes a payload decodes from, those are the bytes that it encodes to.
  @Test func noPayloadHasTwoEncodings() {
    var accepted = 0
    for chunk in sampleChunks() {
      let kind = chunk.encoded().kind
      let right = payload(chunk)
      for place in right.indices {
        for mask: UInt8 in [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0xFF] {
          var changed = right
          changed[place] ^= mask
          guard let found = decoded(kind, changed) else { continue }
          accepted += 1
          // JSON may be written in many ways, and be read.
          #expect(kind == .camera || kind == .cameraAndSeed || payload(found) == changed, "\(kind) \(place)")
        }
      }
    }
    #expect(accepted > 1000)
  }

  @Test func everyShorterAndLongerPayloadIsRefused() {
    for chunk in sampleChunks() {
      let encoded = chunk.encoded()
      let right = payload(chunk)
      for count in right.indices {
        // Two events may be shorter ones.
        if encoded.kind == .events, count > 8, count % 2 == 0 { continue }
        #expect(decoded(encoded.kind, Array(right[..<count])) == nil, "\(encoded.kind) \(count)")
      }
      if encoded.kind != .frame {
        #expect(decoded(encoded.kind, right + [0]) == nil, "\(encoded.kind)")
      }
    }
  }

  @Test func headersKeepEveryValue() throws {
    var headers = [SessionHeader.sample]
    var bare = SessionHeader.sample
    (bare.extractor, bare.camera, bare.subject, bare.options) = (nil, nil, nil, [:])
    bare.seed = 0
    headers.append(bare)
    var odd = SessionHeader.sample
    odd.seed = .max
    odd.began = -5
    odd.subject = "\"\\\u{1}\n\u{1F9D1}\u{202E}"
    odd.options = [
      "a": .number(-0.0), "b": .number(5), "c": .number(.greatestFiniteMagnitude), "d": .integer(.min),
      "e": .integer(.max), "f": .number(.leastNonzeroMagnitude), "\u{E9}": .text(""),
      "e\u{301}x": .bool(false),
    ]
    odd.omitted = .max
    headers.append(odd)
    for header in headers {
      let text = Array(header.json.text.utf8)
      let again = try SessionHeader(decoding: text[...])
      #expect(again == header)
      #expect(Array(again.json.text.utf8) == text)
    }
  }

  @Test func headersOfALaterVersionAreRead() throws {
    let text = SessionHeader.sample.json.adding(["later": ["x": 1] as JSONValue]).text
    #expect(try SessionHeader(decoding: Array(text.utf8)[...]) == .sample)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "{\"imprint\":1}",
    SessionHeader.sample.json.text.replacing("\"began\":1700000000", with: "\"began\":0.5"),
    SessionHeader.sample.json.text.replacing(",\"redacted\":false", with: ""),
    SessionHeader.sample.json.text.replacing("\"redacted\":false", with: "\"redacted\":0"),
    SessionHeader.sample.json.text.replacing("0123456789abcdef", with: "+123456789abcdef"),
    SessionHeader.sample.json.text.replacing("0123456789abcdef", with: ""),
    SessionHeader.sample.json.text.replacing("\"images\":4", with: "\"images\":[4]"),
    SessionHeader.sample.json.text.replacing("\"images\":4", with: "\"images\":null"),
    SessionHeader.sample.json.text.replacing("\"1.2.3\"", with: "\"1.2\""),
    SessionHeader.sample.json.text.replacing("canary subject", with: String(repeating: "x", count: 257)),
    SessionHeader.sample.json.text.replacing("false}", with: "false,\"omitted\":\"0\"}"),
  ]) func anythingElseIsNoHeader(text: String) {
    #expect(throws: SessionFault.self) { try SessionHeader(decoding: Array(text.utf8)[...]) }
  }

  @Test func formatsHaveTheContractsNumbers() {
    let contract: [(FrameFormat, Int32)] = [
      (.pixels(.grey8), IMP_PIXEL_GREY8), (.pixels(.rgb24), IMP_PIXEL_RGB24),
      (.pixels(.bgr24), IMP_PIXEL_BGR24), (.pixels(.yuyv), IMP_PIXEL_YUYV),
      (.pixels(.uyvy), IMP_PIXEL_UYVY), (.pixels(.i420), IMP_PIXEL_I420), (.pixels(.nv12), IMP_PIXEL_NV12),
      (.pixels(.grey16), IMP_PIXEL_GREY16), (.jpeg, IMP_PIXEL_JPEG), (.png, IMP_PIXEL_PNG),
    ]
    #expect(Set(contract.map(\.0)) == Set(FrameFormat.all))
    for (format, number) in contract { #expect(Int32(format.number) == number) }
  }

  @Test func orientationsKeepTheirNumbers() {
    #expect(CaptureOrientation.allCases.map(\.number) == [1, 2, 3, 4])
    #expect(CaptureOrientation.allCases == [.portrait, .upsideDown, .landscapeLeft, .landscapeRight])
  }

  /// What a capture may not hold is refused when it is written, as it would be when it is read.
  @Test func whatNoSessionMayHoldIsRefused() {
    var face = Face.sample(landmarks: false)
    var refused: [SessionChunk] = []
    func faces(_ faces: [Face]) { refused.append(.faces(SessionFaces(sequence: 1, faces: faces))) }
    face.box.x = .nan
    faces([face])
    face = .sample(landmarks: false)
    face.leftEyeOpenness = -1
    faces([face])
    face = .sample()
    face.landmarks.removeLast()
    faces([face])
    face = .sample()
    face.landmarks[467].z = .infinity
    faces([face])
    face = .sample(landmarks: false)
    face.quality.components[.margin] = 100.5
    faces([face])
    faces([.sample(track: 0)])
    faces([.sample(1, track: 7), .sample(2, track: 7)])
    faces((1...65).map { .sample(1, track: $0, landmarks: false) })
    refused.append(.step(SessionStep(.motion([]), time: 0)))
    refused.append(.step(SessionStep(.motion([.nan]), time: 0)))
    refused.append(.step(SessionStep(.motion([Float](repeating: 0, count: 17)), time: 0)))
    refused.append(.comparison(SessionComparison(first: -1, second: 0, answer: .score(Score(0)))))
    refused.append(.comparison(SessionComparison(first: 0, second: 0, answer: .score(Score(.nan)))))
    refused.append(.events(SessionEvents(count: 3, bytes: [1, 2, 3, 4])))
    refused.append(.events(SessionEvents(count: 0, bytes: [1])))
    refused.append(.events(SessionEvents(count: 1, bytes: [])))
    refused.append(.lost(SessionLoss(first: 5, last: 4, count: 1, reason: .queue)))
    refused.append(.lost(SessionLoss(first: 5, last: 6, count: 3, reason: .queue)))
    refused.append(.lost(SessionLoss(first: 5, last: 6, count: 0, reason: .queue)))
    refused.append(
      .verdict(
        SessionVerdict(outcome: .ended, liveness: .live, reason: String(repeating: "x", count: 1025))))
    refused.append(
      .frame(
        EncodedFrame(
          format: .jpeg, width: 1, height: 1, bytesPerRow: 3, bytes: [1], timestamp: 0, sequence: 0,
          dropped: 0)))
    refused.append(
      .frame(
        EncodedFrame(
          format: .pixels(.grey8), width: 4, height: 4, bytesPerRow: 4, bytes: [1], timestamp: 0,
          sequence: 0, dropped: 0)))
    for chunk in refused {
      #expect(throws: SessionFault.self, "\(chunk)") { try chunk.check() }
    }
  }

  @Test func nothingOfAPersonIsInADescription() {
    let texts = [
      "\(SessionHeader.sample)", "\(SessionChunk.faces(SessionFaces(sequence: 1, faces: [.sample()])))",
      "\(SessionChunk.frame(.sample(1)))",
    ]
    for text in texts { #expect(text.contains("<redacted>") && !text.contains("canary")) }
  }
}
