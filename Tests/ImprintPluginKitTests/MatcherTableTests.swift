// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

final class MatcherTableTests {
  let opened: OpenedEntry
  let table: imp_matcher_ability
  let matcher: OpaquePointer
  let image = TestImage(width: 3, height: 2, padding: 5) { _, _ in 100 }

  init() throws {
    opened = try OpenedEntry(sampleExport.entry)
    table = try opened.table(IMP_MATCHER_ID)
    var options = imp_matcher_options(size: structSize(imp_matcher_options.self), threads: 1)
    var matcher: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &matcher) == IMP_OK)
    self.matcher = try #require(matcher)
  }

  deinit { table.destroy(matcher) }

  @Test func infoIsWhatTheTypeSays() {
    let info = table.describe(opened.plugin).pointee
    #expect(info.size == structSize(imp_matcher_info.self))
    #expect(String(cString: info.algorithm) == "org.example.brightness")
    #expect(info.writes_version == 2)
    #expect((info.reads_version_min, info.reads_version_max) == (1, 2))
    #expect((info.template_bytes_max, info.template_bytes_fixed) == (1, 1))
    #expect((info.needs_face, info.symmetric) == (0, 1))
    #expect((info.similarity_min, info.similarity_max) == (0, 1))
  }

  @Test func optionsOfAnotherSizeAreRefused() {
    var options = imp_matcher_options(size: 4, threads: 1)
    var other: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &other) == IMP_E_ABI)
    options = imp_matcher_options(size: structSize(imp_matcher_options.self), threads: 0)
    #expect(table.create(opened.plugin, &options, &other) == IMP_E_ARGUMENT)
    #expect(other == nil)
  }

  @Test func extractionFillsBufferAndRecord() {
    let made = extract()
    #expect(made.status == IMP_OK)
    #expect(made.template == [100])
    #expect((made.extraction.version, made.extraction.quality) == (2, 50))
  }

  @Test func authorsAreToldTheResolutionWhereItIsKnown() {
    #expect(extract(change: { $0.resolution = 19_685 }).extraction.quality == 19)
    #expect(extract(change: { $0.resolution = 0 }).extraction.quality == 50)
  }

  @Test func shortBufferSaysWhatIsNeededAndTheRetrySucceeds() {
    //
    let short = extract(capacity: 0)
    #expect(short.status == IMP_RETRY_SHORT_BUFFER)
    #expect(short.length == 1)
    #expect(extract(capacity: 1).template == [100])
  }

  @Test(arguments: Change<imp_image>.unreadable)
  func imageThatCannotBeReadIsRefused(change: Change<imp_image>) {
    let made = extract(change: change.make)
    #expect(made.status == change.status)
    #expect(opened.host.last?.status == change.status)
  }

  @Test func lastRowNeedsNoPadding() {
    // nothing is read behind the last pixel.
    #expect(extract(change: { $0.pixels.length = 8 + 3 }).template == [100])
  }

  @Test func landmarksReachTheAuthor() {
    #expect(extract(face: .meshed, landmarks: Self.points).template == [117])
  }

  @Test(arguments: Change<imp_face>.unreadable)
  func faceThatCannotBeReadIsRefused(change: Change<imp_face>) {
    var face = imp_face.meshed
    change.make(&face)
    #expect(extract(face: face, landmarks: Self.points).status == change.status)
  }

  private static let points = [imp_point3](repeating: imp_point3(x: 1, y: 1, z: 1), count: 470)

  @Test func templatesThatCannotBeReadLeaveTheSimilarityAlone() {
    //
    #expect(compare([10], [10]) == (IMP_OK, 1))
    #expect(compare([10], [10], version: 1) == (IMP_OK, 1))
    #expect(compare([10], [10], version: 3) == (IMP_E_TEMPLATE_VERSION, -7))
    #expect(compare([], [10]) == (IMP_E_TEMPLATE_DAMAGED, -7))
    #expect(compare([10], [1, 2]) == (IMP_E_TEMPLATE_DAMAGED, -7))
    #expect(compare([10], [255]) == (IMP_E_TEMPLATE_DAMAGED, -7))
    #expect(opened.host.last?.words == "255 is no brightness.")
  }

  @Test func similarityOutsideTheStatedRangeIsADefect() {
    //
    #expect(compare([10], [254]) == (IMP_E_INTERNAL, -7))
  }

  @Test func galleryGivesExactlyWhatComparingGives() {
    //
    let many = compareMany([10], data: [0, 10, 255, 200])
    #expect(many.status == IMP_OK)
    #expect(many.similarities[0].bitPattern == compare([10], [0]).1.bitPattern)
    #expect(many.similarities[1] == 1)
    #expect(many.similarities[2].isNaN)
    #expect(many.similarities[3].bitPattern == compare([10], [200]).1.bitPattern)
  }

  @Test func emptyGalleryIsNoError() {
    //
    #expect(compareMany([10], data: []).status == IMP_OK)
  }

  @Test func galleryOfAnUnknownVersionHasNothingToRead() {
    let many = compareMany([10], data: [1, 2], version: 9)
    #expect(many.status == IMP_OK)
    #expect(many.similarities.filter(\.isNaN).count == 2)
  }

  @Test func probeThatCannotBeReadLeavesTheSimilaritiesAlone() {
    //
    let many = compareMany([255], data: [1, 2])
    #expect(many.status == IMP_E_TEMPLATE_DAMAGED)
    #expect(many.similarities == [-7, -7])
  }

  @Test func galleryWithOffsetsTakesTemplatesOfWrongLengthAsUnreadable() {
    let many = compareMany([10], data: [10, 10, 10, 10], offsets: [0, 1, 3, 4])
    #expect(many.status == IMP_OK)
    #expect(many.similarities[0] == 1)
    #expect(many.similarities[1].isNaN)
    #expect(many.similarities[2] == 1)
  }

  @Test func galleryWhoseShapeIsWrongIsRefused() {
    #expect(compareMany([10], data: [1, 2], offsets: [0, 2, 1]).status == IMP_E_ARGUMENT)
    #expect(compareMany([10], data: [1, 2], offsets: [0, 1, 3]).status == IMP_E_ARGUMENT)
    #expect(compareMany([10], data: [1, 2], count: 3).status == IMP_E_ARGUMENT)
    #expect(compareMany([10], data: [1, 2], count: .max).status == IMP_E_ARGUMENT)
    #expect(compareMany([10], data: [1, 2], count: UInt64(Int.max)).status == IMP_E_ARGUMENT)
  }

  // It reads as a negative one in Swift.
  @Test func lengthBeyondAllMemoryIsRefused() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { memory in
      memory[0] = 10
      let right = imp_bytes(data: memory.baseAddress, length: 1)
      let beyond = imp_bytes(data: memory.baseAddress, length: -1)
      var similarity: Float = -7
      #expect(table.compare(matcher, beyond, 2, right, 2, &similarity) == IMP_E_ARGUMENT)
      #expect(table.compare(matcher, right, 2, beyond, 2, &similarity) == IMP_E_ARGUMENT)
      let size = structSize(imp_gallery.self)
      for offsets: [UInt64]? in [nil, [0, 1]] {
        for (probe, data) in [(right, beyond), (beyond, right)] {
          let status = (offsets ?? []).withUnsafeBufferPointer { all in
            var gallery = imp_gallery(
              size: size, version: 2, count: 1, data: data, offsets: offsets == nil ? nil : all.baseAddress)
            return table.compare_many(matcher, probe, 2, &gallery, &similarity)
          }
          #expect(status == IMP_E_ARGUMENT)
        }
      }
      #expect(similarity == -7)
    }
  }

  private func extract(
    capacity: Int = 1, face: imp_face? = nil, landmarks: [imp_point3] = [],
    change: (inout imp_image) -> Void = { _ in }
  ) -> (status: imp_status, template: [UInt8], length: Int, extraction: imp_extraction) {
    var memory = [UInt8](repeating: 0, count: 8)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 0, quality: 0, reserved: 0)
    var buffer = imp_buffer()
    let status = memory.withUnsafeMutableBufferPointer { memory in
      buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 0)
      return image.lend(change: change) { image in
        landmarks.withUnsafeBufferPointer { points in
          guard var face else {
            return table.extract(matcher, image, nil, nil, 0, &buffer, &extraction)
          }
          return table.extract(
            matcher, image, &face, points.baseAddress, UInt32(points.count), &buffer, &extraction)
        }
      }
    }
    return (status, Array(memory.prefix(status == IMP_OK ? buffer.length : 0)), buffer.length, extraction)
  }

  private func compare(_ probe: [UInt8], _ reference: [UInt8], version: UInt32 = 2) -> (imp_status, Float) {
    var similarity: Float = -7
    let status = withBytes(probe) { probe in
      withBytes(reference) { table.compare(matcher, probe, version, $0, version, &similarity) }
    }
    return (status, similarity)
  }

  private func compareMany(
    _ probe: [UInt8], data: [UInt8], version: UInt32 = 2, offsets: [UInt64]? = nil, count: UInt64? = nil
  ) -> (status: imp_status, similarities: [Float]) {
    let templates = offsets.map { $0.count - 1 } ?? data.count
    var similarities = [Float](repeating: -7, count: templates)
    let status = withBytes(probe) { probe in
      withBytes(data) { data in
        (offsets ?? []).withUnsafeBufferPointer { positions in
          var gallery = imp_gallery(
            size: structSize(imp_gallery.self), version: version, count: count ?? UInt64(templates),
            data: data,
            offsets: offsets == nil ? nil : positions.baseAddress)
          return table.compare_many(matcher, probe, 2, &gallery, &similarities)
        }
      }
    }
    return (status, similarities)
  }
}
