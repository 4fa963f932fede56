// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.face-extractor/1` through a bridge: the same as directly.
@Suite struct FaceExtractorCallTests {
  /// Two formats, and a template of 200 bytes that tells what it was made of.
  static func extractor() -> TestPlugin {
    let plugin = TestPlugin()
    FaceKind.listFormats(by: plugin)
    plugin.onExtractFace = { image, face, landmarks, count, payload, extraction in
      var sum = UInt8(truncatingIfNeeded: count)
      for byte in UnsafeBufferPointer(start: image.pointee.pixels.data, count: image.pointee.pixels.length) {
        sum = sum &* 31 &+ byte
      }
      guard let face else { return IMP_E_NO_SUBJECT }
      sum &+= UInt8(truncatingIfNeeded: face.pointee.track_id)
      for point in UnsafeBufferPointer(start: landmarks, count: landmarks == nil ? 0 : Int(count)) {
        sum = sum &* 31 &+ UInt8(point.y)
      }
      payload.pointee.length = 200
      guard payload.pointee.capacity >= 200, let room = payload.pointee.data else {
        return IMP_RETRY_SHORT_BUFFER
      }
      for index in 0..<200 { room[index] = sum &+ UInt8(index) }
      (extraction.pointee.version, extraction.pointee.quality) = (3, 61.5)
      return IMP_OK
    }
    return plugin
  }

  private static func table(_ opened: OpenedEntry) throws -> imp_face_extractor_ability {
    try opened.table(IMP_FACE_EXTRACTOR_ID)
  }

  /// Makes a template with an extractor of its own.
  private static func extract(_ opened: OpenedEntry, _ lent: LentFace = LentFace()) throws -> [[UInt8]] {
    let table = try table(opened)
    let extractor = try object(opened, imp_face_extractor_options.test, table.create)
    defer { table.destroy(extractor) }
    return lent.extract(table, extractor)
  }

  //
  @Test(arguments: [0, 1, 199, 200, 4096])
  func templatesAreTheSameBytes(_ capacity: Int) throws {
    let seen = try sameInBothWays(Self.extractor()) {
      try Self.extract($0, LentFace(capacity: capacity))
        + Self.extract($0, LentFace(capacity: capacity, face: .test(5), landmarks: nil))
        + Self.extract($0, LentFace(capacity: capacity, face: nil, landmarks: nil))
    }
    let status = capacity < 200 ? IMP_RETRY_SHORT_BUFFER : IMP_OK
    #expect([seen[0], seen[4], seen[8]] == [bytes(status), bytes(status), bytes(IMP_E_NO_SUBJECT)])
    #expect([seen[1], seen[5], seen[9]] == [bytes(200), bytes(200), bytes(3)])
    #expect((seen[2] != seen[6]) == (capacity >= 200))
  }

  // What a face, its landmarks and an image mean is the plugin's to judge: it gets them as they are.
  @Test func whateverIsLentReachesThePlugin() throws {
    let plugin = TestPlugin()
    let seen = Mutex<[[UInt8]]>([])
    plugin.onExtractFace = { image, face, landmarks, count, _, _ in
      var copy = image.pointee
      copy.pixels.data = nil
      let points = landmarks.map { Array(UnsafeRawBufferPointer(start: $0, count: min(Int(count), 2) * 12)) }
      seen.withLock {
        $0 += [
          bytes(copy), [image.pointee.pixels.data == nil ? 1 : 0], face.map { bytes($0.pointee) } ?? [],
          bytes(count), points ?? [0xff],
        ]
      }
      return IMP_E_SAMPLE
    }
    let points = [imp_point3(x: .nan, y: -1, z: .infinity), imp_point3(x: 4, y: 5, z: 6)]
    var strange = imp_face.test(0)
    (strange.landmark_model, strange.landmark_first, strange.landmark_count) = (77, .max, .max)
    (strange.yaw, strange.box.width, strange.presence) = (.nan, -.infinity, -3)
    let all = try sameInBothWays(plugin) { opened in
      seen.withLock { $0 = [] }
      for lent in [
        LentFace(face: nil, landmarks: nil), LentFace(face: nil, landmarks: points),
        LentFace(face: strange, landmarks: nil), LentFace(face: strange, landmarks: points),
        // As many as are said, of an array that is not there; and none of one that is.
        LentFace(landmarks: nil, count: 5), LentFace(landmarks: points, count: 0),
        LentFace(image: { $0.resolution = 19_685 }), LentFace(image: { $0.format = 201 }),
        LentFace(image: { ($0.width, $0.height, $0.row_bytes) = (0, .max, .max) }),
        LentFace(image: { $0.pixels = imp_bytes(data: nil, length: 0) }),
        LentFace(image: { $0.pixels = imp_bytes(data: nil, length: 100) }),
        LentFace(image: { $0.pixels.length = 0 }),
      ] { _ = try Self.extract(opened, lent) }
      return seen.withLock { $0 }
    }
    let (two, none) = (points.flatMap { bytes($0) }, [UInt8]())
    #expect(all.count == 12 * 5)
    #expect(Array(all[2...4]) == [[], bytes(UInt32(0)), [0xff]])
    #expect(Array(all[7...9]) == [[], bytes(UInt32(2)), two])
    #expect(Array(all[12...14]) == [bytes(strange), bytes(UInt32(0)), [0xff]])
    #expect(Array(all[17...19]) == [bytes(strange), bytes(UInt32(2)), two])
    #expect([all[23], all[24], all[28], all[29]] == [bytes(UInt32(5)), [0xff], bytes(UInt32(0)), none])
    #expect([all[46], all[51], all[56]] == [[1], [1], [0]])
  }

  // unless it is a success, nothing is written; whatever status it is.
  @Test(
    arguments: [IMP_E_QUALITY, IMP_E_SAMPLE, IMP_E_NO_SUBJECT, IMP_E_ARGUMENT, IMP_E_INTERNAL, 888, -1])
  func failureLeavesOutputsAlone(_ status: imp_status) throws {
    let plugin = TestPlugin()
    plugin.onExtractFace = { _, _, _, _, _, _ in
      plugin.report(status, "why")
      return status
    }
    let seen = try sameInBothWays(plugin) {
      try Self.extract($0) + [Array(($0.host.last?.words ?? "").utf8)]
    }
    #expect(seen.last == Array("why".utf8))
  }

  @Test func templateOfAFailureDoesNotComeBack() throws {
    let plugin = TestPlugin()
    plugin.onExtractFace = { _, _, _, _, payload, extraction in
      payload.pointee.data?.update(repeating: 0x5a, count: payload.pointee.capacity)
      (payload.pointee.length, extraction.pointee.quality) = (payload.pointee.capacity, 100)
      return IMP_E_QUALITY
    }
    expectUntouched(try Self.extract(Bridged(plugin).opened), IMP_E_QUALITY)
  }

  @Test func templateLongerThanItsRoomIsABreachAndNothingIsAskedAgain() throws {
    let plugin = TestPlugin()
    plugin.onExtractFace = { _, _, _, _, payload, _ in
      payload.pointee.length = payload.pointee.capacity + 1
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table = try Self.table(bridged.opened)
    let extractor = try bridged.object(imp_face_extractor_options.test, table.create)
    for expected in [IMP_E_INTERNAL, IMP_E_STATE] {
      expectUntouched(LentFace().extract(table, extractor), expected)
    }
    table.destroy(extractor)
    #expect(bridged.carrier.carried.filter { $0 == .faceExtractorExtract }.count == 1)
  }

  //
  @Test func wrongSizesAreRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.extractor())
    var face = imp_face.test(1)
    face.size -= 1
    expectUntouched(try Self.extract(bridged.opened, LentFace(face: face)), IMP_E_ABI)
    expectUntouched(try Self.extract(bridged.opened, LentFace(image: { $0.size += 1 })), IMP_E_ABI)
    let seen = try Self.extract(bridged.opened, LentFace(extraction: { $0.size = 0 }))
    #expect([seen[0], seen[1]] == [bytes(IMP_E_ABI), bytes(3)])
    #expect(!bridged.carrier.carried.contains(.faceExtractorExtract))
  }

  @Test func moreThanAnyMemoryHoldsIsRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.extractor())
    for length in [Int.max, -1, CallLimit.bodyBytes] {
      let lent = LentFace(image: { $0.pixels.length = length })
      expectUntouched(try Self.extract(bridged.opened, lent), IMP_E_ARGUMENT)
    }
    expectUntouched(try Self.extract(bridged.opened, LentFace(count: .max)), IMP_E_ARGUMENT)
    #expect(bridged.words?.contains("face-extractor.extract") == true)
    #expect(!bridged.carrier.carried.contains(.faceExtractorExtract))
  }

  @Test func moreLandmarksThanAnyCallHasDoNotReachThePlugin() throws {
    let plugin = TestPlugin()
    let calls = Atomic(0)
    plugin.onExtractFace = { _, _, _, _, _, _ in
      calls.add(1, ordering: .relaxed)
      return IMP_E_SAMPLE
    }
    let bridged = try Bridged(plugin)
    let most = UInt32(CallLimit.landmarks)
    for count in [most + 1, .max] {
      let seen = try Self.extract(bridged.opened, LentFace(landmarks: nil, count: count))
      expectUntouched(seen, IMP_E_ARGUMENT)
    }
    #expect(calls.load(ordering: .relaxed) == 0)
    _ = try Self.extract(bridged.opened, LentFace(landmarks: nil, count: most))
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  @Test func missingImageBufferOrRecordIsRefusedBeforeAnythingIsCarried() throws {
    typealias Extract =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_image>?, UnsafePointer<imp_face>?, UnsafePointer<imp_point3>?,
        UInt32,
        UnsafeMutablePointer<imp_buffer>?, UnsafeMutablePointer<imp_extraction>?
      ) -> imp_status
    let bridged = try Bridged(Self.extractor())
    let table = try Self.table(bridged.opened)
    let extractor = try bridged.object(imp_face_extractor_options.test, table.create)
    defer { table.destroy(extractor) }
    // The import says that none of them is null; a caller in C may pass null all the same.
    let extract = unsafeBitCast(table.extract, to: Extract.self)
    var extraction = room(imp_extraction(), \.size, 1)[0]
    var face = imp_face.test(1)
    picture.lend { image in
      var buffer = imp_buffer(data: nil, capacity: 0, length: 3)
      #expect(extract(extractor, nil, &face, nil, 0, &buffer, &extraction) == IMP_E_ARGUMENT)
      #expect(extract(extractor, image, &face, nil, 0, nil, &extraction) == IMP_E_ARGUMENT)
      #expect(extract(extractor, image, &face, nil, 0, &buffer, nil) == IMP_E_ARGUMENT)
      #expect(buffer.length == 3)
      #expect(!bridged.carrier.carried.contains(.faceExtractorExtract))
      // A buffer without memory is only too short.
      #expect(extract(extractor, image, &face, nil, 0, &buffer, &extraction) == IMP_RETRY_SHORT_BUFFER)
      #expect(buffer.length == 200)
    }
  }

  // What a redacted recording leaves out.
  @Test(arguments: [true, false])
  func imageFaceLandmarksAndTemplateAreHiddenAndNothingElse(
    _ hasFace: Bool
  ) throws {
    let raw = RawCalls(CallExecutor(entry: Self.extractor().entry, host: TestExecutorHost()))
    let extractor = raw.make(
      .faceExtractorCreate, raw.open(), FaceExtractorCreateRequest(options: .test))
    let face = imp_face.test(5, landmarks: 0...1)
    let points = hasFace ? [imp_point3(x: 1, y: 2, z: 3), imp_point3(x: 4, y: 5, z: 6)] : []
    let layout = MemoryLayout<imp_face>.self
    let measures =
      try #require(layout.offset(of: \.box))..<(try #require(layout.offset(of: \.landmark_model)))
    let quality = try #require(layout.offset(of: \.quality))..<layout.size
    var secrets = [HiddenBytes(kind: .bytes, bytes: picture.pixels)]
    if hasFace {
      let numbers = [
        Array(bytes(face)[measures]), Array(bytes(face)[quality]), points.flatMap { bytes($0) },
      ]
      secrets.insert(contentsOf: numbers.map { HiddenBytes(kind: .numbers, bytes: $0) }, at: 0)
    }
    for capacity in [200, 199] {
      let request = picture.lend { image in
        points.withUnsafeBufferPointer { points in
          raw.encoded(
            FaceExtractorExtractRequest(
              extraction: room(imp_extraction(), \.size, 1)[0],
              payload: imp_buffer(data: .present, capacity: capacity, length: 0),
              face: hasFace ? face : nil, landmarkCount: UInt32(points.count),
              landmarks: hasFace ? points.baseAddress : nil, image: image.pointee))
        }
      }
      #expect(HiddenBytes.ofRequest(.faceExtractorExtract, request) == secrets)
      let answer = raw.execute(.faceExtractorExtract, extractor, request)
      let isMade = hasFace && capacity == 200
      #expect(
        answer.status == (!hasFace ? IMP_E_NO_SUBJECT : isMade ? IMP_OK : IMP_RETRY_SHORT_BUFFER))
      let templates = HiddenBytes.ofReply(.faceExtractorExtract, answer.body)
      #expect(templates.map(\.kind) == (isMade ? [.bytes] : []))
      #expect(templates.map(\.bytes.count) == (isMade ? [200] : []))
      if isMade { #expect(templates[0].bytes == Array(answer.body.suffix(200))) }
    }
  }

  /// Nothing was written to the outputs.
  private func expectUntouched(
    _ seen: [[UInt8]], _ status: imp_status, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 9, quality: -7, reserved: 0)
    #expect(
      seen == [bytes(status), bytes(3), [UInt8](repeating: 0xee, count: 208), bytes(extraction)],
      sourceLocation: sourceLocation)
  }
}
