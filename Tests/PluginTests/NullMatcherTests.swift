// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

final class NullMatcherTests {
  let opened: OpenedEntry
  let table: imp_matcher_ability
  let matcher: OpaquePointer

  init() throws {
    opened = try OpenedEntry(PluginLibrary.entry("NullMatcher"))
    table = try opened.table(IMP_MATCHER_ID)
    var options = imp_matcher_options(size: structSize(imp_matcher_options.self), threads: 1)
    var matcher: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &matcher) == IMP_OK)
    self.matcher = try #require(matcher)
  }

  deinit { table.destroy(matcher) }

  /// A picture that differs from seed to seed, by a linear congruential generator (Numerical Recipes).
  static func picture(_ seed: UInt32, width: Int = 64, height: Int = 48, padding: Int = 0) -> TestImage {
    var state = seed
    let cells = (0..<64).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    return TestImage(width: width, height: height, padding: padding) { x, y in
      cells[x * 8 / width + y * 8 / height * 8]
    }
  }

  @Test func templateOfAPictureIsExactlyLikeItself() throws {
    let template = try extract(Self.picture(1))
    #expect(template.count == 268)
    #expect(try extract(Self.picture(1)) == template)
    #expect(compare(template, template) == (IMP_OK, 1))
  }

  @Test func similarityIsSymmetricBitByBitAndTellsPicturesApart() throws {
    let templates = try (1...8).map { try extract(Self.picture($0)) }
    var seen: Set<UInt32> = []
    for first in templates {
      for second in templates where first != second {
        let there = compare(first, second)
        let back = compare(second, first)
        #expect(there.status == IMP_OK)
        #expect(there.similarity.bitPattern == back.similarity.bitPattern)
        #expect((-1..<0.9).contains(there.similarity))
        seen.insert(there.similarity.bitPattern)
      }
    }
    #expect(seen.count == 28)
  }

  @Test func invertedPictureIsTheOppositeOfItself() throws {
    var inverted = Self.picture(3)
    inverted.pixels = inverted.pixels.map { 255 - $0 }
    let made = compare(try extract(Self.picture(3)), try extract(inverted))
    #expect(made.similarity < -0.99)
  }

  @Test func paddedRowsAndScaleDoNotMatter() throws {
    let plain = try extract(Self.picture(4))
    #expect(try extract(Self.picture(4, padding: 7)) == plain)
    #expect(try extract(Self.picture(4, width: 128, height: 96)) == plain)
  }

  @Test func colorsOfGreyGiveTheTemplateOfGrey() throws {
    let grey = Self.picture(5)
    var color = grey
    color.format = UInt32(IMP_PIXEL_RGB24)
    color.rowBytes *= 3
    color.pixels = grey.pixels.flatMap { [$0, $0, $0] }
    #expect(try extract(color) == extract(grey))
  }

  @Test func faceIsCutOut() throws {
    let image = Self.picture(6)
    #expect(try extract(image, box: imp_rect(x: -50, y: -50, width: 500, height: 500)) == extract(image))
    #expect(try extract(image, box: imp_rect(x: 0, y: 0, width: 32, height: 24)) != extract(image))
  }

  @Test(arguments: [
    imp_rect(x: 100, y: 0, width: 50, height: 50), imp_rect(x: 0, y: 0, width: 0, height: 0),
    imp_rect(x: 60, y: 40, width: 50, height: 50), imp_rect(x: 0, y: 0, width: -1e30, height: 40),
  ])
  func faceOutsideTheImageIsNoFace(box: imp_rect) {
    #expect(status { try extract(Self.picture(6), box: box) } == IMP_E_NO_SUBJECT)
  }

  @Test(arguments: [
    imp_rect(x: .nan, y: 0, width: 50, height: 50), imp_rect(x: 0, y: 0, width: 50, height: .infinity),
  ])
  func faceWhoseBoxIsNoNumberIsRefused(box: imp_rect) {
    #expect(status { try extract(Self.picture(6), box: box) } == IMP_E_ARGUMENT)
  }

  @Test(arguments: [
    Change<imp_image>(IMP_E_ABI) { $0.size += 1 }, Change(IMP_E_SAMPLE) { $0.format = 103 },
    Change(IMP_E_SAMPLE) { $0.width = 15 }, Change(IMP_E_SAMPLE) { $0.height = 70_000 },
    Change(IMP_E_SAMPLE) { $0.row_bytes = 63 }, Change(IMP_E_SAMPLE) { $0.row_bytes = .max },
    Change(IMP_E_SAMPLE) { $0.pixels.length = 64 * 48 - 1 }, Change(IMP_E_SAMPLE) { $0.pixels.data = nil },
  ])
  func imageThatCannotBeReadIsRefused(change: Change<imp_image>) {
    #expect(status { try extract(Self.picture(7), change: change.make) } == change.status)
    #expect(opened.host.last?.status == change.status)
  }

  @Test func pictureWithoutContrastIsTooPoor() {
    #expect(status { try extract(TestImage(width: 32, height: 32) { _, _ in 128 }) } == IMP_E_QUALITY)
  }

  @Test func shortBufferChangesNothingAndSaysWhatIsNeeded() throws {
    //
    var memory = [UInt8](repeating: 9, count: 300)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 77, quality: 0, reserved: 0)
    let length = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: 267, length: 0)
      let status = Self.picture(1).lend { table.extract(matcher, $0, nil, nil, 0, &buffer, &extraction) }
      #expect(status == IMP_RETRY_SHORT_BUFFER)
      return buffer.length
    }
    #expect(length == 268)
    #expect(memory == [UInt8](repeating: 9, count: 300))
    #expect(extraction.version == 77)
  }

  @Test func everyChangedByteIsRefused() throws {
    //
    let template = try extract(Self.picture(8))
    for index in template.indices {
      var damaged = template
      damaged[index] ^= 0x10
      for made in [compare(damaged, template), compare(template, damaged)] {
        #expect((501...503).contains(made.status))
        #expect(made.similarity == -7)
      }
    }
  }

  @Test func truncatedAndLongerTemplatesAreDamaged() throws {
    let template = try extract(Self.picture(8))
    for count in [0, 1, 11, 12, 267] {
      #expect(compare(Array(template.prefix(count)), template).status == IMP_E_TEMPLATE_DAMAGED)
    }
    #expect(compare(template + [0], template).status == IMP_E_TEMPLATE_DAMAGED)
  }

  @Test func statusTellsForeignNewerAndEmptyTemplatesApart() throws {
    let template = try extract(Self.picture(8))
    var foreign = template
    foreign[0] = 0
    #expect(compare(foreign, template).status == IMP_E_TEMPLATE_FORMAT)
    var newer = template
    newer[4] = 2
    #expect(compare(newer, template).status == IMP_E_TEMPLATE_VERSION)
    #expect(compare(template, template, version: 2).status == IMP_E_TEMPLATE_VERSION)
    // All cells zero, with the CRC-32 of 256 zero bytes: valid, but nothing can be compared with it.
    let empty = Array(template.prefix(8)) + [0x58, 0x85, 0x96, 0x0D] + [UInt8](repeating: 0, count: 256)
    #expect(compare(empty, template).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(opened.host.last?.words.contains("empty") == true)
  }

  @Test func galleryGivesExactlyWhatComparingGives() throws {
    //
    let templates = try (1...6).map { try extract(Self.picture($0)) }
    var gallery = templates
    gallery[2][100] ^= 1
    let many = compareMany(templates[0], gallery.flatMap(\.self), count: 6)
    #expect(many.status == IMP_OK)
    for index in 0..<6 where index != 2 {
      #expect(
        many.similarities[index].bitPattern == compare(templates[0], templates[index]).similarity.bitPattern)
    }
    #expect(many.similarities[2].isNaN)
    let offsets = compareMany(templates[0], gallery.flatMap(\.self), count: 3, offsets: [0, 268, 536, 1608])
    #expect(offsets.status == IMP_OK)
    #expect(offsets.similarities[0] == 1)
    #expect(offsets.similarities[2].isNaN)
  }

  @Test func galleryWhoseShapeIsWrongIsRefused() throws {
    let template = try extract(Self.picture(1))
    #expect(compareMany(template, [], count: 0).status == IMP_OK)
    #expect(compareMany(template, template, count: 2).status == IMP_E_ARGUMENT)
    #expect(compareMany(template, template, count: UInt64.max / 268 + 2).status == IMP_E_ARGUMENT)
    #expect(compareMany(template, template, count: 1, offsets: [0, 269]).status == IMP_E_ARGUMENT)
    #expect(compareMany(template, template, count: 2, offsets: [0, 268, 0]).status == IMP_E_ARGUMENT)
    let damaged = compareMany(Array(template.dropLast()), template, count: 1)
    #expect(damaged.status == IMP_E_TEMPLATE_DAMAGED)
    #expect(damaged.similarities == [-7])
  }

  private func status(_ body: () throws -> [UInt8]) -> imp_status {
    do {
      _ = try body()
      return IMP_OK
    } catch {
      return (error as? StatusError)?.status ?? IMP_E_INTERNAL
    }
  }

  private func extract(
    _ image: TestImage, box: imp_rect? = nil, change: (inout imp_image) -> Void = { _ in }
  ) throws -> [UInt8] {
    var memory = [UInt8](repeating: 0, count: 268)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 0, quality: 0, reserved: 0)
    let status = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
      return image.lend(change: change) { image in
        guard let box else { return table.extract(matcher, image, nil, nil, 0, &buffer, &extraction) }
        var face = imp_face()
        face.size = structSize(imp_face.self)
        face.box = box
        return table.extract(matcher, image, &face, nil, 0, &buffer, &extraction)
      }
    }
    guard status == IMP_OK else { throw StatusError(status: status, words: opened.host.last?.words ?? "") }
    return memory
  }

  private func compare(
    _ probe: [UInt8], _ reference: [UInt8], version: UInt32 = 1
  ) -> (status: imp_status, similarity: Float) {
    var similarity: Float = -7
    let status = withBytes(probe) { probe in
      withBytes(reference) { table.compare(matcher, probe, version, $0, version, &similarity) }
    }
    return (status, similarity)
  }

  private func compareMany(
    _ probe: [UInt8], _ data: [UInt8], count: UInt64, offsets: [UInt64]? = nil
  ) -> (status: imp_status, similarities: [Float]) {
    var similarities = [Float](repeating: -7, count: Int(min(count, 16)))
    let status = withBytes(probe) { probe in
      withBytes(data) { data in
        (offsets ?? []).withUnsafeBufferPointer { positions in
          var gallery = imp_gallery(
            size: structSize(imp_gallery.self), version: 1, count: count, data: data,
            offsets: offsets == nil ? nil : positions.baseAddress)
          return table.compare_many(matcher, probe, 1, &gallery, &similarities)
        }
      }
    }
    return (status, similarities)
  }
}
