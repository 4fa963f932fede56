// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Testing

/// What `imprint.finger-extractor/1` has of its own, through a bridge: the same as directly.
@Suite struct FingerExtractorCallTests {
  /// Two formats, and a template of 40 bytes that tells what it was given.
  static func extractor() -> TestPlugin {
    let plugin = TestPlugin()
    FingerKind.listFormats(by: plugin)
    plugin.onExtractFinger = { image, finger, payload, extraction in
      let pixels = UnsafeBufferPointer(start: image.pointee.pixels.data, count: image.pointee.pixels.length)
      let told = [finger.pointee.position, finger.pointee.impression, UInt32(pixels.reduce(0) { $0 &+ $1 })]
      payload.pointee.length = 40
      guard payload.pointee.capacity >= 40, let room = payload.pointee.data else {
        return IMP_RETRY_SHORT_BUFFER
      }
      for index in 0..<40 { room[index] = UInt8(truncatingIfNeeded: told[index % 3]) }
      (extraction.pointee.version, extraction.pointee.quality) = (image.pointee.resolution, 61.5)
      return IMP_OK
    }
    return plugin
  }

  /// Extracts once: status, length, the room and what is behind it, and what is told of it.
  static func extract(
    _ table: imp_finger_extractor_ability, _ extractor: OpaquePointer, capacity: Int = 40,
    image: (inout imp_image) -> Void = { $0.resolution = 19_685 },
    finger change: (inout imp_finger) -> Void = { _ in }
  ) -> [[UInt8]] {
    var payload = [UInt8](repeating: 0xee, count: capacity + 8)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 9, quality: -7, reserved: 0)
    var finger = imp_finger.test
    change(&finger)
    let (status, length) = payload.withUnsafeMutableBufferPointer { room in
      picture.lend(change: image) { image in
        var buffer = imp_buffer(data: capacity == 0 ? nil : room.baseAddress, capacity: capacity, length: 3)
        let status = table.extract(extractor, image, &finger, &buffer, &extraction)
        return (status, buffer.length)
      }
    }
    return [bytes(status), bytes(length), payload, bytes(extraction)]
  }

  private static func extract(
    _ opened: OpenedEntry, capacity: Int = 40, image: (inout imp_image) -> Void = { $0.resolution = 19_685 },
    finger: (inout imp_finger) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    let table: imp_finger_extractor_ability = try opened.table(IMP_FINGER_EXTRACTOR_ID)
    let extractor = try object(opened, imp_finger_extractor_options.test, table.create)
    defer { table.destroy(extractor) }
    return extract(table, extractor, capacity: capacity, image: image, finger: finger)
  }

  //
  @Test(arguments: [0, 1, 39, 40, 4096])
  func templatesAreTheSameBytes(_ capacity: Int) throws {
    let seen = try sameInBothWays(Self.extractor()) {
      try Self.extract($0, capacity: capacity)
        + Self.extract($0, capacity: capacity, image: { $0.resolution = 0 }, finger: { $0.position = 700 })
    }
    let status = capacity < 40 ? IMP_RETRY_SHORT_BUFFER : IMP_OK
    #expect([seen[0], seen[4]] == [bytes(status), bytes(status)])
    #expect(seen[1] == bytes(40))
    #expect((seen[2] != seen[6]) == (capacity >= 40))
  }

  // What an image and a finger mean is the plugin's to judge: it gets them as they are.
  @Test func strangeImageAndFingerReachThePlugin() throws {
    let plugin = TestPlugin()
    plugin.onExtractFinger = { image, finger, _, extraction in
      let words = [
        image.pointee.format, image.pointee.width, finger.pointee.impression, finger.pointee.reserved,
      ]
      plugin.report(IMP_E_SAMPLE, "\(words), \(image.pointee.pixels.length)")
      return IMP_E_SAMPLE
    }
    try sameInBothWays(plugin) { opened in
      let images: [(inout imp_image) -> Void] = [
        { $0.format = 201 }, { $0.width = .max }, { $0.pixels = imp_bytes(data: nil, length: 0) },
        { $0.pixels.length = 3 },
      ]
      let answers = try images.flatMap { try Self.extract(opened, image: $0) }
      let fingers = try Self.extract(opened, finger: { ($0.impression, $0.reserved) = (.max, 7) })
      return answers + fingers + [Array((opened.host.last?.words ?? "").utf8)]
    }
  }

  //
  @Test func wrongSizesAreRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.extractor())
    for seen in [
      try Self.extract(bridged.opened, image: { $0.size += 8 }),
      try Self.extract(bridged.opened, finger: { $0.size -= 4 }),
    ] {
      #expect(seen[0] == bytes(IMP_E_ABI))
      #expect(seen[1] == bytes(3))
    }
    #expect(!bridged.carrier.carried.contains(.fingerExtractorExtract))
  }

  // What a redacted recording leaves out.
  @Test func pixelsAndTemplateAreHiddenAndNothingElse() {
    let raw = RawCalls(CallExecutor(entry: Self.extractor().entry, host: TestExecutorHost()))
    let options = FingerKind.encodedOptions(raw, format: "example.finger-1")
    let extractor = raw.make(.fingerExtractorCreate, raw.open(), bytes: options)
    let (request, pixels) = picture.lend { image in
      let room = FillMessage<imp_extraction>(
        .init(timeout: 0, capacity: 64, length: 0, isThere: 1, info: room(imp_extraction(), \.size, 1)[0]))
      let pixels = UnsafeBufferPointer(start: image.pointee.pixels.data, count: image.pointee.pixels.length)
      return (
        raw.encoded(FingerExtractorExtractRequest(room: room, image: image.pointee, finger: .test)),
        Array(pixels)
      )
    }
    #expect(
      HiddenBytes.ofRequest(.fingerExtractorExtract, request) == [HiddenBytes(kind: .bytes, bytes: pixels)])
    let answer = raw.execute(.fingerExtractorExtract, extractor, request)
    #expect(answer.status == IMP_OK)
    let hidden = HiddenBytes.ofReply(.fingerExtractorExtract, answer.body)
    #expect(hidden.map(\.kind) == [.bytes] && hidden.map(\.bytes.count) == [40])
  }
}
