// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.matcher/2` through a bridge: the same as directly.
@Suite struct MatcherCallTests {
  /// Two formats, and similarities that tell what it was given.
  static func matcher() -> TestPlugin {
    let plugin = TestPlugin()
    MatcherKind.listFormats(by: plugin)
    plugin.onCompare = { probe, probeVersion, reference, referenceVersion, similarity in
      guard probe.length > 0, let left = probe.data, reference.length > 0, let right = reference.data else {
        return IMP_E_TEMPLATE_DAMAGED
      }
      guard probeVersion == 3 else { return IMP_E_TEMPLATE_VERSION }
      guard left[0] != 0xff else { return IMP_E_TEMPLATE_FORMAT }
      similarity.pointee = Float(left[0]) / Float(right[reference.length - 1]) + Float(referenceVersion)
      return IMP_OK
    }
    plugin.onCompareMany = { probe, version, gallery, similarities in
      guard probe.length > 0, let left = probe.data else { return IMP_E_TEMPLATE_DAMAGED }
      let gallery = gallery.pointee
      if gallery.offsets == nil, UInt64(gallery.data.length) != gallery.count * 4 { return IMP_E_ARGUMENT }
      let bounds = (0...Int(gallery.count)).map { index in gallery.offsets.map { Int($0[index]) } ?? index * 4
      }
      for (start, end) in zip(bounds, bounds.dropFirst()) {
        guard end >= start, end <= gallery.data.length else { return IMP_E_ARGUMENT }
      }
      for (index, (start, end)) in zip(bounds, bounds.dropFirst()).enumerated() {
        let sum =
          gallery.data.data.map { data in (start..<end).reduce(Float(0)) { $0 + Float(data[$1]) } } ?? 0
        similarities?[index] = end == start ? .nan : sum / Float(left[0]) + Float(version)
      }
      return IMP_OK
    }
    return plugin
  }

  private static func compare(
    _ opened: OpenedEntry, _ pairs: [(probe: [UInt8], version: UInt32, reference: [UInt8])]
  ) throws -> [[UInt8]] {
    let table: imp_matcher_ability = try opened.table(IMP_MATCHER_ID)
    let matcher = try object(opened, imp_matcher_options.test, table.create)
    defer { table.destroy(matcher) }
    return pairs.map { pair in
      var similarity = Float(-55)
      let status = withBytes(pair.probe) { probe in
        withBytes(pair.reference) { table.compare(matcher, probe, pair.version, $0, 2, &similarity) }
      }
      return bytes(status) + bytes(similarity)
    }
  }

  //
  @Test func similaritiesAreTheSameBits() throws {
    let template = (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 3 &+ 1) }
    let seen = try sameInBothWays(Self.matcher()) {
      try Self.compare(
        $0,
        [
          (template, 3, template), (Array(template[3...]), 3, [7]), (template, 9, template),
          ([], 3, template),
          (template, 3, []), ([0xff], 3, template),
        ])
    }
    #expect(Set(seen).count > 3)
  }

  private static func compareMany(
    _ opened: OpenedEntry, _ gallery: TestGallery, probe: [UInt8] = [3],
    change: (inout imp_gallery) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    let table: imp_matcher_ability = try opened.table(IMP_MATCHER_ID)
    let matcher = try object(opened, imp_matcher_options.test, table.create)
    defer { table.destroy(matcher) }
    var similarities = [Float](repeating: .infinity, count: Int(gallery.count) + 1)
    let status = withBytes(probe) { probe in
      gallery.lend(change: change) { gallery in
        similarities.withUnsafeMutableBufferPointer {
          table.compare_many(matcher, probe, 3, gallery, $0.baseAddress)
        }
      }
    }
    return [bytes(status)] + similarities.map { bytes($0) }
  }

  //
  @Test func galleriesAreComparedAlike() throws {
    let data = (0..<40).map { UInt8($0) }
    let galleries = [
      TestGallery(data, count: 10), TestGallery([], count: 0),
      TestGallery(data, count: 4, offsets: [0, 1, 1, 5, 40]), TestGallery([], count: 0, offsets: [0]),
      TestGallery(data, count: 9), TestGallery(data, count: 2, offsets: [0, 5, 4]),
      TestGallery(data, count: 1, offsets: [0, 41]),
    ]
    try sameInBothWays(Self.matcher()) { opened in
      try galleries.flatMap { try Self.compareMany(opened, $0) }
        + Self.compareMany(opened, TestGallery(data, count: 10), probe: [])
        + Self.compareMany(opened, TestGallery(data, count: 10), change: { $0.size = 40 })
        + Self.compareMany(opened, TestGallery(data, count: 1, offsets: [0, 4])) {
          $0.data = imp_bytes(data: nil, length: 0)
        }
    }
  }

  @Test func wrongGalleriesAreRefused() throws {
    let bridged = try Bridged(Self.matcher())
    for (status, change) in [
      (IMP_E_ABI, { $0.size = 1 }), (IMP_E_ARGUMENT, { $0.count = .max }),
    ] as [(imp_status, (inout imp_gallery) -> Void)] {
      let gallery = TestGallery([1, 2, 3, 4], count: 1)
      #expect(try Self.compareMany(bridged.opened, gallery, change: change)[0] == bytes(status))
    }
    #expect(!bridged.carrier.carried.contains(.matcherCompareMany))
  }

  @Test func whatThePluginLeavesOutIsNoTemplateThatCannotBeRead() throws {
    let plugin = Self.matcher()
    plugin.onCompareMany = { _, _, _, _ in IMP_OK }
    let seen = try Self.compareMany(Bridged(plugin).opened, TestGallery([1, 2, 3, 4], count: 1))
    #expect(seen == [bytes(IMP_OK), bytes(Float.infinity), bytes(Float.infinity)])
  }

  @Test(arguments: [1, 7, 8, 16, 39, 40, 41])
  func partsOfAGalleryCoverItOnce(_ most: Int) throws {
    let data = (0..<40).map { UInt8($0) }
    for gallery in [
      TestGallery(data, count: 10), TestGallery(data, count: 5, offsets: [0, 1, 1, 5, 30, 40]),
      TestGallery(data, count: 5, offsets: [2, 2, 3, 3, 3, 39]),
    ] {
      try gallery.lend { lent in
        guard let parts = GalleryParts(lent.pointee, mostBytes: most) else {
          #expect(most >= 40)
          return
        }
        var seen: [[UInt8]] = []
        let status = parts.each { part, first in
          #expect(first == seen.count)
          for index in 0..<Int(part.count) {
            let start = part.offsets.map { Int($0[index]) } ?? index * 4
            let end = part.offsets.map { Int($0[index + 1]) } ?? index * 4 + 4
            #expect(end <= part.data.length)
            seen.append(
              Array(UnsafeBufferPointer(start: part.data.data, count: part.data.length)[start..<end]))
          }
          #expect(part.data.length <= most || part.count == 1)
          return IMP_OK
        }
        #expect(status == IMP_OK)
        let bounds = gallery.offsets?.map { Int($0) } ?? (0...10).map { $0 * 4 }
        let whole = zip(bounds, bounds.dropFirst()).map { Array(data[$0..<$1]) }
        try #require(seen == whole)
      }
    }
  }

  @Test func galleryOfWrongShapeIsNotParted() {
    let data = [UInt8](repeating: 1, count: 40)
    for gallery in [
      TestGallery(data, count: 3, offsets: [0, 30, 20, 40]),
      TestGallery(data, count: 2, offsets: [0, 20, 41]),
      TestGallery(data, count: 7),
    ] { gallery.lend { #expect(GalleryParts($0.pointee, mostBytes: 8) == nil) } }
  }

  // A gallery beyond one call: outputs come when all parts have succeeded.
  @Test func aLargeGalleryTravelsInParts() throws {
    let count = CallLimit.galleryBytes / 4 + 1000
    let plugin = Self.matcher()
    let bridged = try Bridged(plugin)
    let data = [UInt8](unsafeUninitializedCapacity: count * 4) { room, filled in
      for index in 0..<count * 4 { room[index] = UInt8(truncatingIfNeeded: index) }
      filled = count * 4
    }
    // Not compared one by one: the toy's loops take long in a debug build.
    plugin.onCompareMany = { _, _, gallery, similarities in
      let gallery = gallery.pointee
      similarities?[0] = Float(gallery.data.data?[1] ?? 0)
      similarities?[Int(gallery.count) - 1] = Float(gallery.count)
      return gallery.count < 2000 && plugin.id == "fails" ? IMP_E_MEMORY : IMP_OK
    }
    let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
    let matcher = try bridged.object(imp_matcher_options.test, table.create)
    defer { table.destroy(matcher) }
    for isGood in [false, true] {
      plugin.id = isGood ? "good" : "fails"
      var similarities = [Float](repeating: -3, count: count)
      let status = withBytes([1]) { probe in
        TestGallery(data, count: UInt64(count)).lend { gallery in
          similarities.withUnsafeMutableBufferPointer {
            table.compare_many(matcher, probe, 3, gallery, $0.baseAddress)
          }
        }
      }
      #expect(status == (isGood ? IMP_OK : IMP_E_MEMORY))
      #expect(similarities[0] == (isGood ? 1 : -3))
      #expect(similarities[count - 1] != (isGood ? -3 : 0))
      if isGood { #expect(similarities[1] == .infinity) }
    }
    #expect(bridged.carrier.carried.filter { $0 == .matcherCompareMany }.count > 3)
  }

  // [any thread]: nothing of the bridge makes two comparisons wait for each other.
  @Test func comparisonsOverlap() throws {
    let plugin = Self.matcher()
    let inside = Atomic(0)
    plugin.onCompare = { _, _, _, _, similarity in
      inside.add(1, ordering: .acquiringAndReleasing)
      // Both are here at once, or this never ends.
      while inside.load(ordering: .acquiring) < 2 {}
      similarity.pointee = 0.5
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
    nonisolated(unsafe) let matcher = try bridged.object(imp_matcher_options.test, table.create)
    let one: @Sendable () -> imp_status = {
      var similarity = Float.nan
      return table.compare(matcher, imp_bytes(), 3, imp_bytes(), 3, &similarity)
    }
    var mine = IMP_E_STATE
    let other = inAThread(one) { mine = one() }
    #expect([mine, other] == [IMP_OK, IMP_OK])
    table.destroy(matcher)
  }

  @Test func wordsOfTwoThreadsStayApart() throws {
    let plugin = Self.matcher()
    plugin.onCompare = { probe, _, _, _, _ in
      plugin.report(IMP_E_TEMPLATE_DAMAGED, "of \(probe.length)")
      return IMP_E_TEMPLATE_DAMAGED
    }
    let raw = RawCalls(CallExecutor(entry: plugin.entry, host: TestExecutorHost()))
    let opened = raw.open()
    let matcher = raw.make(.matcherCreate, opened, MatcherCreateRequest(options: imp_matcher_options.test))
    let many: @Sendable (Int) -> imp_status = { length in
      for _ in 0..<300 {
        let bytes = [UInt8](repeating: 1, count: length)
        let answer = withBytes(bytes) { probe in
          raw.call(
            .matcherCompare, matcher,
            MatcherCompareRequest(
              probe: probe, reference: probe, probeVersion: 3, referenceVersion: 3, similarity: 0))
        }
        guard RawCalls.words(answer.body) == "of \(length)" else { return IMP_E_INTERNAL }
      }
      return IMP_OK
    }
    var mine = IMP_E_STATE
    let other = inAThread({ many(7) }, during: { mine = many(99) })
    #expect([mine, other] == [IMP_OK, IMP_OK])
  }
}
