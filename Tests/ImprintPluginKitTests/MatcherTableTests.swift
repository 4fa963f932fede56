// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// States formats that nobody may list, behind one that is no trouble, and fuses none.
private struct MisstatingMatcher: MatcherPlugin {
  static let identity = PluginIdentity(id: "org.example.misstating", version: "1.0.0", vendor: "Example")

  let matcherFormats = [
    Self.format("right"), Self.format("version", reads: 0...1), Self.format("bytes", bytes: 0),
    Self.format("fuses", reads: 2...3, fuses: 1), Self.format("empty range", similarities: 1...1),
    Self.format("endless range", similarities: 0 ... .infinity),
    Self.format("name" + String(repeating: "e", count: 60)),
  ]

  init(host: Host) {}

  func makeComparer(_ options: MatcherOptions) -> any TemplateComparer { FirstByte() }

  private static func format(
    _ name: String, reads: ClosedRange<UInt32> = 1...1, bytes: Int = 1,
    similarities: ClosedRange<Float> = 0...1, fuses: UInt32? = nil
  ) -> MatcherFormat {
    MatcherFormat(
      name: name, modality: .finger, reads: reads, templates: .exactly(bytes: bytes), isSymmetric: true,
      similarities: similarities, fuses: fuses)
  }
}

private struct FirstByte: TemplateComparer {
  func prepare(_ template: TemplateView) -> UInt8 {
    template.bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
  }

  func similarity(_ probe: UInt8, _ reference: UInt8) -> Float { probe == reference ? 1 : 0 }
}

struct MatcherTableTests {
  private let opened: OpenedEntry
  private let table: imp_matcher_ability
  /// Of one byte, of versions 1 and 2, fused to version 2.
  private let brightness: TestMatcher
  /// Of up to 8 bytes, of version 3.
  private let shades: TestMatcher

  init() throws {
    opened = try OpenedEntry(sampleExport.entry)
    table = try opened.table(IMP_MATCHER_ID)
    brightness = try TestMatcher(table, of: opened.plugin, format: "org.example.brightness")
    shades = try TestMatcher(table, of: opened.plugin, format: "org.example.shades")
  }

  // MARK: Formats

  @Test func formatsAreListed() {
    // R-21
    var formats = room(imp_matcher_format(), \.size, 3)
    formats[2].symmetric = 99
    var count = 3
    #expect(table.formats(opened.plugin, &formats, &count) == IMP_OK)
    #expect(count == 2)
    #expect(formats.map { text($0.name) } == ["org.example.brightness", "org.example.shades", ""])
    #expect(formats.allSatisfy { $0.size == structSize(imp_matcher_format.self) })
    #expect(formats.map(\.modality) == [UInt32(IMP_MODALITY_FACE), UInt32(IMP_MODALITY_VOICE), 0])
    #expect(formats.map(\.reads_version_min) == [1, 3, 0])
    #expect(formats.map(\.reads_version_max) == [2, 3, 0])
    #expect(formats.map(\.template_bytes_max) == [1, 8, 0])
    #expect(formats.map(\.template_bytes_fixed) == [1, 0, 0])
    #expect(formats.map(\.symmetric) == [1, 0, 99])
    #expect(formats.map(\.fuses_version) == [2, 3, 0])
    #expect(formats.map(\.similarity_min) == [0, -2, 0])
    #expect(formats.map(\.similarity_max) == [1, 2, 0])
  }

  @Test func listComesWholeOrNotAtAll() {
    expectTwoOrNothing(imp_matcher_format(), \.size) { table.formats(opened.plugin, $0, $1) }
  }

  @Test func formatThatIsMisstatedIsADefectAndNothingIsListed() throws {
    // R-22
    let opened = try OpenedEntry(PluginExport(MisstatingMatcher.self, provides: [.matcher]).entry)
    let table: imp_matcher_ability = try opened.table(IMP_MATCHER_ID)
    var formats = room(imp_matcher_format(), \.size, 8)
    var count = 8
    #expect(table.formats(opened.plugin, &formats, &count) == IMP_E_INTERNAL)
    #expect(count == 8)
    #expect(formats.allSatisfy { text($0.name).isEmpty && $0.modality == 0 })
    for (name, words) in [
      ("version", "has version 0"), ("bytes", "templates of 0 bytes"), ("fuses", "fuses to version 1"),
      ("empty range", "similarities 1.0...1.0"), ("endless range", "similarities 0.0...inf"),
      ("name" + String(repeating: "e", count: 60), "a name of 64 bytes"),
    ] {
      let error = #expect(throws: StatusError.self) {
        try TestMatcher(table, of: opened.plugin, format: name)
      }
      #expect(error?.status == IMP_E_INTERNAL)
      #expect(opened.host.last?.words.contains(words) == true, "\(opened.host.last?.words ?? "")")
    }
    #expect(try TestMatcher(table, of: opened.plugin, format: "right").compare([1], [1]).similarity == 1)
  }

  // MARK: Options

  @Test(
    arguments: [
      (Change(IMP_E_ABI) { $0.size += 8 }, "org.example.shades"),
      (Change(IMP_E_ARGUMENT) { $0.threads = 0 }, "org.example.shades"),
      (Change(IMP_E_ARGUMENT) { $0.format.data = nil }, "org.example.shades"),
      (Change(IMP_E_ARGUMENT) { $0.format.length = -1 }, "org.example.shades"),
      (Change(IMP_E_UNSUPPORTED) { _ in }, "org.example.shade"),
      // What the author throws.
      (Change(IMP_E_MEMORY) { $0.threads = 3 }, "org.example.shades"),
    ] as [(Change<imp_matcher_options>, String)])
  func optionOutsideItsRangeIsRefused(change: Change<imp_matcher_options>, format: String) {
    var matcher: OpaquePointer?
    let status = format.lent { format in
      var options = imp_matcher_options(
        size: structSize(imp_matcher_options.self), threads: 1, format: format)
      change.make(&options)
      return table.create(opened.plugin, &options, &matcher)
    }
    #expect(status == change.status)
    #expect(matcher == nil)
    #expect(opened.host.last?.status == change.status)
  }

  @Test func matcherIsOfTheFormatThatWasNamed() {
    #expect(brightness.compare([10], [10], version: 2) == (IMP_OK, 1))
    #expect(brightness.compare([10], [10], version: 3) == (IMP_E_TEMPLATE_VERSION, -7))
    #expect(shades.compare([10, 9], [10, 8, 7], version: 3) == (IMP_OK, 1))
    #expect(shades.compare([10], [10], version: 2) == (IMP_E_TEMPLATE_VERSION, -7))
  }

  // MARK: Comparing

  @Test func templatesThatCannotBeReadLeaveTheSimilarityAlone() {
    // R-17
    #expect(brightness.compare([10], [10]) == (IMP_OK, 1))
    #expect(brightness.compare([], [10]) == (IMP_E_TEMPLATE_DAMAGED, -7))
    #expect(brightness.compare([10], [1, 2]) == (IMP_E_TEMPLATE_DAMAGED, -7))
    #expect(shades.compare([10], Array(repeating: 1, count: 9), version: 3) == (IMP_E_TEMPLATE_DAMAGED, -7))
    #expect(brightness.compare([10], [255]) == (IMP_E_TEMPLATE_DAMAGED, -7))
    #expect(opened.host.last?.words == "255 is no brightness.")
  }

  @Test func similarityOutsideTheStatedRangeIsADefect() {
    // R-16
    #expect(brightness.compare([10], [254]) == (IMP_E_INTERNAL, -7))
  }

  @Test func galleryGivesExactlyWhatComparingGives() {
    // R-18, R-19
    let many = brightness.compareMany([10], TestGallery([0, 10, 255, 200], count: 4))
    #expect(many.status == IMP_OK)
    #expect(many.similarities[0].bitPattern == brightness.compare([10], [0]).similarity.bitPattern)
    #expect(many.similarities[1] == 1)
    #expect(many.similarities[2].isNaN)
    #expect(many.similarities[3].bitPattern == brightness.compare([10], [200]).similarity.bitPattern)
  }

  @Test func emptyGalleryIsNoError() {
    // R-19
    #expect(brightness.compareMany([10], TestGallery([], count: 0)).status == IMP_OK)
  }

  @Test func galleryOfAnUnknownVersionHasNothingToRead() {
    let many = brightness.compareMany([10], TestGallery([1, 2], count: 2, version: 9))
    #expect(many.status == IMP_OK)
    #expect(many.similarities.filter(\.isNaN).count == 2)
  }

  @Test func probeThatCannotBeReadLeavesTheSimilaritiesAlone() {
    // R-17
    let many = brightness.compareMany([255], TestGallery([1, 2], count: 2))
    #expect(many.status == IMP_E_TEMPLATE_DAMAGED)
    #expect(many.similarities == [-7, -7])
  }

  @Test func galleryWithOffsetsTakesTemplatesOfWrongLengthAsUnreadable() {
    let many = brightness.compareMany([10], TestGallery([[10], [10, 10], [10]]))
    #expect(many.status == IMP_OK)
    #expect(many.similarities[0] == 1)
    #expect(many.similarities[1].isNaN)
    #expect(many.similarities[2] == 1)
  }

  private static let wrongShapes = [
    TestGallery([1, 2], count: 2, offsets: [0, 2, 1]), TestGallery([1, 2], count: 2, offsets: [0, 1, 3]),
    TestGallery([1, 2], count: 3), TestGallery([1, 2], count: 1), TestGallery([1, 2], count: .max),
    TestGallery([1, 2], count: UInt64(Int.max)),
  ]

  @Test(arguments: wrongShapes)
  func galleryWhoseShapeIsWrongIsRefused(gallery: TestGallery) {
    let many = brightness.compareMany([10], gallery)
    #expect(many.status == IMP_E_ARGUMENT)
    #expect(many.similarities.allSatisfy { $0 == -7 })
  }

  @Test func galleryOfTemplatesThatDifferInLengthNeedsOffsets() {
    let gallery = TestGallery([1, 2], count: 2, version: 3)
    #expect(shades.compareMany([10], version: 3, gallery).status == IMP_E_ARGUMENT)
    #expect(shades.fuse(gallery, capacity: 8).status == IMP_E_ARGUMENT)
  }

  // It reads as a negative one in Swift.
  @Test func lengthBeyondAllMemoryIsRefused() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { memory in
      memory[0] = 10
      let matcher = brightness.raw
      let right = imp_bytes(data: memory.baseAddress, length: 1)
      let beyond = imp_bytes(data: memory.baseAddress, length: -1)
      var similarity: Float = -7
      #expect(table.compare(matcher, beyond, 2, right, 2, &similarity) == IMP_E_ARGUMENT)
      #expect(table.compare(matcher, right, 2, beyond, 2, &similarity) == IMP_E_ARGUMENT)
      for offsets: [UInt64]? in [nil, [0, 1]] {
        for (probe, data) in [(right, beyond), (beyond, right)] {
          let gallery = TestGallery([], count: 1, version: 2, offsets: offsets)
          let status = gallery.lend(change: { $0.data = data }) {
            table.compare_many(matcher, probe, 2, $0, &similarity)
          }
          #expect(status == IMP_E_ARGUMENT)
        }
      }
      #expect(similarity == -7)
    }
  }

  // MARK: Fusing

  @Test func fusionFillsBufferAndRecord() {
    let made = brightness.fuse(TestGallery([10, 30, 20], count: 3), capacity: 4)
    #expect((made.status, made.length) == (IMP_OK, 1))
    // Behind the template the room stays the host's.
    #expect(made.memory == [20] + [UInt8](repeating: 0xee, count: 11))
    // R-20
    #expect(made.fusion.size == structSize(imp_fusion.self))
    #expect((made.fusion.version, made.fusion.count, made.fusion.quality) == (2, 3, 10))
    #expect(shades.fuse(TestGallery([[10, 1], [20]], version: 3), capacity: 8).template == [15, 15])
  }

  @Test func templatesThatWereLeftOutDoNotCount() {
    let made = brightness.fuse(TestGallery([10, 0, 20, 0], count: 4), capacity: 1)
    #expect((made.template, made.fusion.count) == ([15], 2))
  }

  @Test func orderOfTheTemplatesDoesNotMatter() {
    // R-38
    for order in [[[7], [9, 1], [80]], [[80], [7], [9, 1]], [[9, 1], [80], [7]]] as [[[UInt8]]] {
      let made = shades.fuse(TestGallery(order, version: 3), capacity: 8)
      #expect(made.template == [32, 32, 32])
      #expect((made.fusion.version, made.fusion.count, made.fusion.quality) == (3, 3, 7))
    }
  }

  @Test func shortBufferSaysWhatIsNeededAndNothingIsWritten() {
    // R-01. Every brightness is as long, so that this is known before one is read.
    for (data, capacity) in [([10, 20], 0), ([10, 255], 0), ([10, 20], -1)] as [([UInt8], Int)] {
      let short = brightness.fuse(TestGallery(data, count: 2), capacity: capacity)
      #expect((short.status, short.length) == (IMP_RETRY_SHORT_BUFFER, 1))
      #expect(short.isUntouched)
    }
    let several = TestGallery([[10], [20], [30]], version: 3)
    let short = shades.fuse(several, capacity: 2)
    #expect((short.status, short.length) == (IMP_RETRY_SHORT_BUFFER, 3))
    #expect(short.isUntouched)
    #expect(shades.fuse(several, capacity: 3).template == [20, 20, 20])
  }

  @Test func templatesThatDisagreeAreNotFused() {
    let made = brightness.fuse(TestGallery([10, 20, 200], count: 3), capacity: 1)
    #expect(made.status == IMP_E_TEMPLATES_DISAGREE)
    #expect(made.isUntouched)
    #expect(opened.host.last?.words == "10 and 200 are two people's.")
  }

  @Test func formatThatFusesNoneIsUnsupported() throws {
    let opened = try OpenedEntry(PluginExport(MisstatingMatcher.self, provides: [.matcher]).entry)
    let matcher = try TestMatcher(opened.table(IMP_MATCHER_ID), of: opened.plugin, format: "right")
    let made = matcher.fuse(TestGallery([1], count: 1), capacity: 1)
    #expect(made.status == IMP_E_UNSUPPORTED)
    #expect(made.isUntouched)
  }

  @Test(arguments: [0, 1, 64, 65])
  func oneTo64TemplatesAreFused(count: Int) {
    let made = brightness.fuse(
      TestGallery([UInt8](repeating: 9, count: count), count: UInt64(count)), capacity: 1)
    if (1...64).contains(count) {
      #expect((made.template, made.fusion.count) == ([9], UInt32(count)))
    } else {
      #expect(made.status == IMP_E_ARGUMENT)
      #expect(made.isUntouched)
    }
  }

  @Test(arguments: wrongShapes)
  func galleryWhoseShapeIsWrongIsNotFused(gallery: TestGallery) {
    let made = brightness.fuse(gallery, capacity: 1)
    #expect(made.status == IMP_E_ARGUMENT)
    #expect(made.isUntouched)
  }

  @Test func whatIsLentForAFusionHasItsSizeAndRoom() {
    // R-20
    let two = TestGallery([1, 2], count: 2)
    let made = brightness.fuse(two, capacity: 1) { $0.size += 4 }
    #expect(made.status == IMP_E_ABI)
    #expect(made.isUntouched)
    var fusion = room(imp_fusion(), \.size, 1)[0]
    var buffer = imp_buffer(data: nil, capacity: 16, length: 3)
    #expect(two.lend { table.fuse(brightness.raw, $0, &buffer, &fusion) } == IMP_E_ARGUMENT)
    buffer.capacity = 0
    let wrong = two.lend(change: { $0.size -= 8 }) { table.fuse(brightness.raw, $0, &buffer, &fusion) }
    #expect(wrong == IMP_E_ABI)
    #expect(buffer.length == 3)
    #expect(two.lend { table.fuse(brightness.raw, $0, &buffer, &fusion) } == IMP_RETRY_SHORT_BUFFER)
    #expect(buffer.length == 1)
  }

  @Test(
    arguments: [
      (TestGallery([1, 2], count: 2, version: 3), IMP_E_TEMPLATE_VERSION),
      (TestGallery([1, 255], count: 2), IMP_E_TEMPLATE_DAMAGED),
      (TestGallery([[1], [2, 3]]), IMP_E_TEMPLATE_DAMAGED), (TestGallery([[1], []]), IMP_E_TEMPLATE_DAMAGED),
    ] as [(TestGallery, imp_status)])
  func templateThatCannotBeReadIsNotFused(gallery: TestGallery, status: imp_status) {
    // R-17
    let made = brightness.fuse(gallery, capacity: 1)
    #expect(made.status == status)
    #expect(made.isUntouched)
  }

  // What the author made: no bytes, too many, of more templates than there were, of none, or of a quality
  // that there is not.
  @Test(arguments: [250, 251, 252, 253, 0] as [UInt8])
  func fusionOtherThanTheFormatStatesIsADefect(value: UInt8) {
    for made in [
      brightness.fuse(TestGallery([value, value], count: 2), capacity: 9),
      shades.fuse(TestGallery([[value], [value]], version: 3), capacity: 9),
    ] {
      #expect(made.status == IMP_E_INTERNAL)
      #expect(made.isUntouched)
    }
  }
}
