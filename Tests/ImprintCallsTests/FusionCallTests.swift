// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `fuse` of `imprint.matcher/2` through a bridge: the same as directly.
@Suite struct FusionCallTests {
  private static let four = (0..<40).map { UInt8($0) }

  /// Its template has 50 bytes, which tell what it was made of.
  private static func matcher() -> TestPlugin {
    let plugin = TestPlugin()
    plugin.onFuse = { gallery, payload, fusion in
      let gallery = gallery.pointee
      guard gallery.count > 0 else { return IMP_E_ARGUMENT }
      var sum = UInt8(truncatingIfNeeded: gallery.version)
      for byte in UnsafeBufferPointer(start: gallery.data.data, count: gallery.data.length) {
        sum = sum &* 31 &+ byte
      }
      for offset in UnsafeBufferPointer(
        start: gallery.offsets, count: gallery.offsets == nil ? 0 : Int(gallery.count) + 1)
      { sum = sum &* 31 &+ UInt8(truncatingIfNeeded: offset) }
      payload.pointee.length = 50
      guard payload.pointee.capacity >= 50, let room = payload.pointee.data else {
        return IMP_RETRY_SHORT_BUFFER
      }
      for index in 0..<50 { room[index] = sum &+ UInt8(index) }
      (fusion.pointee.version, fusion.pointee.count) = (gallery.version, UInt32(gallery.count))
      fusion.pointee.quality = 61.5
      return IMP_OK
    }
    return plugin
  }

  private static func table(_ opened: OpenedEntry) throws -> imp_matcher_ability {
    try opened.table(IMP_MATCHER_ID)
  }

  /// Fuses: status, length, the room and what is behind it, and what is told of it.
  private static func fuse(
    _ table: imp_matcher_ability, _ matcher: OpaquePointer, _ gallery: TestGallery, capacity: Int = 50,
    change: (inout imp_gallery) -> Void = { _ in }, fusion: (inout imp_fusion) -> Void = { _ in }
  ) -> [[UInt8]] {
    var payload = [UInt8](repeating: 0xee, count: capacity + 8)
    var told = imp_fusion(size: structSize(imp_fusion.self), version: 9, count: 8, quality: -7)
    fusion(&told)
    let (status, length) = payload.withUnsafeMutableBufferPointer { room in
      var buffer = imp_buffer(data: capacity == 0 ? nil : room.baseAddress, capacity: capacity, length: 3)
      let status = gallery.lend(change: change) { table.fuse(matcher, $0, &buffer, &told) }
      return (status, buffer.length)
    }
    return [bytes(status), bytes(length), payload, bytes(told)]
  }

  /// The same with a matcher of its own.
  private static func fuse(
    _ opened: OpenedEntry, _ gallery: TestGallery = TestGallery(four, count: 4), capacity: Int = 50,
    change: (inout imp_gallery) -> Void = { _ in }, fusion: (inout imp_fusion) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    let table = try table(opened)
    let matcher = try object(opened, imp_matcher_options.test, table.create)
    defer { table.destroy(matcher) }
    return fuse(table, matcher, gallery, capacity: capacity, change: change, fusion: fusion)
  }

  //
  @Test(arguments: [0, 1, 49, 50, 4096])
  func templatesAreTheSameBytes(_ capacity: Int) throws {
    let galleries = [
      TestGallery(Self.four, count: 4), TestGallery(Self.four, count: 3, offsets: [0, 3, 3, 40]),
      TestGallery([], count: 0), TestGallery([], count: 1, offsets: [0, 0]),
    ]
    let seen = try sameInBothWays(Self.matcher()) { opened in
      try galleries.flatMap { try Self.fuse(opened, $0, capacity: capacity) }
    }
    let status = capacity < 50 ? IMP_RETRY_SHORT_BUFFER : IMP_OK
    #expect(
      [seen[0], seen[4], seen[8], seen[12]] == [status, status, IMP_E_ARGUMENT, status].map { bytes($0) })
    #expect([seen[1], seen[5], seen[9], seen[13]] == [50, 50, 3, 50].map { bytes($0) })
    #expect((seen[2] != seen[6]) == (capacity >= 50))
    #expect((seen[3] != seen[7]) == (capacity >= 50))
  }

  // What a gallery means is the plugin's to judge: it gets it as it is.
  @Test func whateverIsLentReachesThePlugin() throws {
    let plugin = TestPlugin()
    let seen = Mutex<[[UInt8]]>([])
    plugin.onFuse = { gallery, _, fusion in
      var copy = gallery.pointee
      let offsets = copy.offsets.map {
        Array(UnsafeRawBufferPointer(start: $0, count: Int(copy.count + 1) * 8))
      }
      let isThere = copy.data.data != nil
      (copy.data.data, copy.offsets) = (nil, nil)
      seen.withLock { $0 += [bytes(copy), [isThere ? 1 : 0], offsets ?? [0xff], bytes(fusion.pointee)] }
      return IMP_E_TEMPLATE_DAMAGED
    }
    let all = try sameInBothWays(plugin) { opened in
      seen.withLock { $0 = [] }
      let four = TestGallery(Self.four, count: 4)
      for (gallery, change) in [
        (TestGallery(Self.four, count: 9), { _ in }),
        (TestGallery(Self.four, count: 2, offsets: [41, 7, .max]), { _ in }),
        (TestGallery(Self.four, count: 1, version: .max, offsets: [0, 4]), { _ in }),
        (four, { $0.data = imp_bytes(data: nil, length: 0) }),
        (four, { $0.data = imp_bytes(data: nil, length: 100) }),
      ] as [(TestGallery, (inout imp_gallery) -> Void)] {
        _ = try Self.fuse(opened, gallery, change: change, fusion: { $0.quality = .nan })
      }
      return seen.withLock { $0 }
    }
    #expect(all.count == 4 * 5)
    #expect(all[6] == ([41, 7, .max] as [UInt64]).flatMap { bytes($0) })
    #expect([all[1], all[13]] == [[1], [0]])
  }

  // unless it is a success, nothing is written; whatever status it is.
  @Test(arguments: [
    IMP_E_TEMPLATES_DISAGREE, IMP_E_TEMPLATE_DAMAGED, IMP_E_UNSUPPORTED, IMP_E_ARGUMENT, IMP_E_INTERNAL, 888,
    -1,
  ])
  func failureLeavesOutputsAlone(_ status: imp_status) throws {
    let plugin = TestPlugin()
    plugin.onFuse = { _, payload, fusion in
      plugin.report(status, "why")
      return status
    }
    let seen = try sameInBothWays(plugin) {
      try Self.fuse($0) + [Array(($0.host.last?.words ?? "").utf8)]
    }
    #expect(seen.last == Array("why".utf8))
  }

  @Test func templateOfAFailureDoesNotComeBack() throws {
    let plugin = TestPlugin()
    plugin.onFuse = { _, payload, fusion in
      payload.pointee.data?.update(repeating: 0x5a, count: payload.pointee.capacity)
      (payload.pointee.length, fusion.pointee.quality) = (payload.pointee.capacity, 100)
      return IMP_E_TEMPLATES_DISAGREE
    }
    expectUntouched(try Self.fuse(Bridged(plugin).opened), IMP_E_TEMPLATES_DISAGREE)
  }

  @Test func templateLongerThanItsRoomIsABreachAndNothingIsAskedAgain() throws {
    let plugin = TestPlugin()
    plugin.onFuse = { _, payload, _ in
      payload.pointee.length = payload.pointee.capacity + 1
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table = try Self.table(bridged.opened)
    let matcher = try bridged.object(imp_matcher_options.test, table.create)
    for expected in [IMP_E_INTERNAL, IMP_E_STATE] {
      expectUntouched(Self.fuse(table, matcher, TestGallery(Self.four, count: 4)), expected)
    }
    table.destroy(matcher)
    #expect(bridged.carrier.carried.filter { $0 == .matcherFuse }.count == 1)
  }

  //
  @Test func wrongSizesAreRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.matcher())
    expectUntouched(try Self.fuse(bridged.opened, change: { $0.size -= 1 }), IMP_E_ABI)
    let seen = try Self.fuse(bridged.opened, fusion: { $0.size = 0 })
    #expect([seen[0], seen[1]] == [bytes(IMP_E_ABI), bytes(3)])
    #expect(!bridged.carrier.carried.contains(.matcherFuse))
  }

  @Test func moreThanAnyMemoryHoldsIsRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.matcher())
    for change: (inout imp_gallery) -> Void in [
      { $0.data.length = .max }, { $0.data.length = -1 }, { $0.data.length = CallLimit.bodyBytes },
      { $0.count = .max }, { $0.count = GalleryParts.mostTemplates + 1 },
    ] { expectUntouched(try Self.fuse(bridged.opened, change: change), IMP_E_ARGUMENT) }
    #expect(!bridged.carrier.carried.contains(.matcherFuse))
  }

  @Test func missingGalleryBufferOrRecordIsRefusedBeforeAnythingIsCarried() throws {
    typealias Fuse =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_gallery>?, UnsafeMutablePointer<imp_buffer>?,
        UnsafeMutablePointer<imp_fusion>?
      ) -> imp_status
    let bridged = try Bridged(Self.matcher())
    let table = try Self.table(bridged.opened)
    let matcher = try bridged.object(imp_matcher_options.test, table.create)
    defer { table.destroy(matcher) }
    // The import says that none of them is null; a caller in C may pass null all the same.
    let fuse = unsafeBitCast(table.fuse, to: Fuse.self)
    var fusion = room(imp_fusion(), \.size, 1)[0]
    TestGallery(Self.four, count: 4).lend { gallery in
      var buffer = imp_buffer(data: nil, capacity: 0, length: 3)
      #expect(fuse(matcher, nil, &buffer, &fusion) == IMP_E_ARGUMENT)
      #expect(fuse(matcher, gallery, nil, &fusion) == IMP_E_ARGUMENT)
      #expect(fuse(matcher, gallery, &buffer, nil) == IMP_E_ARGUMENT)
      #expect(buffer.length == 3)
      #expect(!bridged.carrier.carried.contains(.matcherFuse))
      // A buffer without memory is only too short.
      #expect(fuse(matcher, gallery, &buffer, &fusion) == IMP_RETRY_SHORT_BUFFER)
      #expect(buffer.length == 50)
    }
  }

  private static func request(_ raw: RawCalls, capacity: Int) -> [UInt8] {
    TestGallery(four, count: 2, offsets: [0, 5, 40]).lend { gallery in
      raw.encoded(
        MatcherFuseRequest(
          gallery: gallery.pointee, fusion: room(imp_fusion(), \.size, 1)[0],
          payload: imp_buffer(data: .present, capacity: capacity, length: 0)))
    }
  }

  // What a redacted recording leaves out.
  @Test func templatesAreHiddenAndNothingElse() {
    let raw = RawCalls(CallExecutor(entry: Self.matcher().entry, host: TestExecutorHost()))
    let matcher = raw.make(.matcherCreate, raw.open(), MatcherCreateRequest(options: .test))
    for (capacity, status) in [(50, IMP_OK), (49, IMP_RETRY_SHORT_BUFFER)] {
      let request = Self.request(raw, capacity: capacity)
      #expect(HiddenBytes.ofRequest(.matcherFuse, request) == [HiddenBytes(kind: .bytes, bytes: Self.four)])
      let answer = raw.execute(.matcherFuse, matcher, request)
      #expect(answer.status == status)
      let made = HiddenBytes(kind: .bytes, bytes: Array(answer.body.suffix(50)))
      #expect(HiddenBytes.ofReply(.matcherFuse, answer.body) == (status == IMP_OK ? [made] : []))
    }
  }

  /// Nothing was written to the outputs.
  private func expectUntouched(
    _ seen: [[UInt8]], _ status: imp_status, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let fusion = imp_fusion(size: structSize(imp_fusion.self), version: 9, count: 8, quality: -7)
    #expect(
      seen == [bytes(status), bytes(3), [UInt8](repeating: 0xee, count: 58), bytes(fusion)],
      sourceLocation: sourceLocation)
  }
}
