// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

final class NullMatcherTests {
  let opened: OpenedEntry
  let table: imp_face_extractor_ability
  let extractor: OpaquePointer
  let matcher: TestMatcher

  init() throws {
    opened = try OpenedEntry(PluginLibrary.entry("NullMatcher"))
    let table: imp_face_extractor_ability = try opened.table(IMP_FACE_EXTRACTOR_ID)
    self.table = table
    var extractor: OpaquePointer?
    let status = "imprint.null".lent { [plugin = opened.plugin] format in
      var options = imp_face_extractor_options(
        size: structSize(imp_face_extractor_options.self), threads: 1, format: format)
      return table.create(plugin, &options, &extractor)
    }
    #expect(status == IMP_OK)
    self.extractor = try #require(extractor)
    matcher = try TestMatcher(opened.table(IMP_MATCHER_ID), of: opened.plugin, format: "imprint.null")
  }

  deinit { table.destroy(extractor) }

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
    #expect(matcher.compare(template, template) == (IMP_OK, 1))
  }

  @Test func similarityIsSymmetricBitByBitAndTellsPicturesApart() throws {
    let templates = try (1...8).map { try extract(Self.picture($0)) }
    var seen: Set<UInt32> = []
    for first in templates {
      for second in templates where first != second {
        let there = matcher.compare(first, second)
        let back = matcher.compare(second, first)
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
    let made = matcher.compare(try extract(Self.picture(3)), try extract(inverted))
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
      let status = Self.picture(1).lend { table.extract(extractor, $0, nil, nil, 0, &buffer, &extraction) }
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
      for made in [matcher.compare(damaged, template), matcher.compare(template, damaged)] {
        #expect((501...503).contains(made.status))
        #expect(made.similarity == -7)
      }
    }
  }

  @Test func truncatedAndLongerTemplatesAreDamaged() throws {
    let template = try extract(Self.picture(8))
    for count in [0, 1, 11, 12, 267] {
      #expect(matcher.compare(Array(template.prefix(count)), template).status == IMP_E_TEMPLATE_DAMAGED)
    }
    #expect(matcher.compare(template + [0], template).status == IMP_E_TEMPLATE_DAMAGED)
  }

  @Test func statusTellsForeignNewerAndEmptyTemplatesApart() throws {
    let template = try extract(Self.picture(8))
    var foreign = template
    foreign[0] = 0
    #expect(matcher.compare(foreign, template).status == IMP_E_TEMPLATE_FORMAT)
    var newer = template
    newer[4] = 2
    #expect(matcher.compare(newer, template).status == IMP_E_TEMPLATE_VERSION)
    #expect(matcher.compare(template, template, version: 2).status == IMP_E_TEMPLATE_VERSION)
    // All cells zero, with the CRC-32 of 256 zero bytes: valid, but nothing can be compared with it.
    let empty = Array(template.prefix(8)) + [0x58, 0x85, 0x96, 0x0D] + [UInt8](repeating: 0, count: 256)
    #expect(matcher.compare(empty, template).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(opened.host.last?.words.contains("empty") == true)
  }

  @Test func galleryGivesExactlyWhatComparingGives() throws {
    //
    let templates = try (1...6).map { try extract(Self.picture($0)) }
    var gallery = templates
    gallery[2][100] ^= 1
    let all = gallery.flatMap(\.self)
    let many = matcher.compareMany(templates[0], TestGallery(all, count: 6))
    #expect(many.status == IMP_OK)
    for index in 0..<6 where index != 2 {
      #expect(
        many.similarities[index].bitPattern
          == matcher.compare(templates[0], templates[index]).similarity.bitPattern)
    }
    #expect(many.similarities[2].isNaN)
    let offsets = matcher.compareMany(
      templates[0], TestGallery(all, count: 3, offsets: [0, 268, 536, 1608]))
    #expect(offsets.status == IMP_OK)
    #expect(offsets.similarities[0] == 1)
    #expect(offsets.similarities[2].isNaN)
  }

  @Test func galleryWhoseShapeIsWrongIsRefused() throws {
    let template = try extract(Self.picture(1))
    #expect(matcher.compareMany(template, TestGallery([], count: 0)).status == IMP_OK)
    for wrong in [
      TestGallery(template, count: 2), TestGallery(template, count: UInt64.max / 268 + 2),
      TestGallery(template, count: 1, offsets: [0, 269]),
      TestGallery(template, count: 2, offsets: [0, 268, 0]),
    ] {
      #expect(matcher.compareMany(template, wrong).status == IMP_E_ARGUMENT)
      let fused = matcher.fuse(wrong, capacity: 268)
      #expect(fused.status == IMP_E_ARGUMENT)
      #expect(fused.isUntouched)
    }
    let damaged = matcher.compareMany(Array(template.dropLast()), TestGallery(template, count: 1))
    #expect(damaged.status == IMP_E_TEMPLATE_DAMAGED)
    #expect(damaged.similarities == [-7])
  }

  // MARK: Fusing

  /// Templates of one picture, each with a spot of its own.
  private func alike(_ count: Int) throws -> [[UInt8]] {
    try (0..<count).map { number in
      var picture = Self.picture(9)
      for index in picture.pixels.indices where index % 64 / 8 == number % 8 { picture.pixels[index] /= 2 }
      return try extract(picture)
    }
  }

  @Test func templatesThatAreAlikeBecomeOneThatIsLikeEach() throws {
    let templates = try alike(5)
    let fused = matcher.fuse(TestGallery(templates), capacity: 300)
    #expect((fused.status, fused.length) == (IMP_OK, 268))
    #expect((fused.fusion.version, fused.fusion.count, fused.fusion.quality) == (1, 5, -1))
    for template in templates {
      let similarity = matcher.compare(template, fused.template).similarity
      #expect(similarity > 0.8)
    }
    //
    #expect(matcher.fuse(TestGallery(templates.reversed()), capacity: 268).template == fused.template)
    // A single one has nothing to be added to.
    #expect(matcher.fuse(TestGallery(templates[0], count: 1), capacity: 268).template == templates[0])
  }

  @Test func oppositeOfTheOthersIsNotFused() throws {
    var inverted = Self.picture(9)
    inverted.pixels = inverted.pixels.map { 255 - $0 }
    let fused = matcher.fuse(TestGallery(try alike(3) + [extract(inverted)]), capacity: 268)
    #expect(fused.status == IMP_E_TEMPLATES_DISAGREE)
    #expect(fused.isUntouched)
  }

  @Test func templatesThatCannotBeReadAreNotFused() throws {
    //
    let templates = try alike(2)
    for index in templates[1].indices {
      var damaged = templates[1]
      damaged[index] ^= 0x10
      let fused = matcher.fuse(TestGallery([templates[0], damaged]), capacity: 268)
      #expect((501...503).contains(fused.status))
      #expect(fused.isUntouched)
    }
    #expect(
      matcher.fuse(TestGallery(templates, version: 2), capacity: 268).status == IMP_E_TEMPLATE_VERSION)
  }

  @Test(arguments: [0, 1, 64, 65])
  func oneTo64TemplatesAreFused(count: Int) throws {
    let gallery = TestGallery(Array(repeating: try extract(Self.picture(1)), count: count))
    #expect(
      matcher.fuse(gallery, capacity: 268).status == ((1...64).contains(count) ? IMP_OK : IMP_E_ARGUMENT))
  }

  @Test func fusionWithoutRoomSaysWhatIsNeeded() throws {
    //
    for capacity in [0, 267] {
      let fused = matcher.fuse(TestGallery(try alike(2)), capacity: capacity)
      #expect((fused.status, fused.length) == (IMP_RETRY_SHORT_BUFFER, 268))
      #expect(fused.isUntouched)
    }
    #expect(matcher.fuse(TestGallery(try alike(2)), capacity: 268) { $0.size += 4 }.status == IMP_E_ABI)
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
        guard let box else { return table.extract(extractor, image, nil, nil, 0, &buffer, &extraction) }
        var face = imp_face()
        face.size = structSize(imp_face.self)
        face.box = box
        return table.extract(extractor, image, &face, nil, 0, &buffer, &extraction)
      }
    }
    guard status == IMP_OK else { throw StatusError(status: status, words: opened.host.last?.words ?? "") }
    return memory
  }
}
