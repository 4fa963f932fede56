// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// A format that nobody may list.
private struct MisstatingPlugin: FingerExtractorPlugin {
  static let identity = PluginIdentity(id: "org.example.misstating", version: "1.0.0", vendor: "Example")

  let fingerFormats: [FingerFormat]

  init(host: Host) { self.init(0...1) }

  init(_ resolutions: ClosedRange<UInt32>) {
    fingerFormats = [
      FingerFormat(name: "example.wrong", version: 1, templates: .atMost(bytes: 8), resolutions: resolutions)
    ]
  }

  func makeFingerExtractor(_ options: FingerExtractorOptions) -> any FingerExtractorSession {
    SampleFinger(options)
  }
}

/// What `imprint.finger-extractor/1` has of its own; of formats and options see ``VoiceExtractorTableTests``.
final class FingerExtractorTableTests {
  private let opened: OpenedEntry
  private let table: imp_finger_extractor_ability
  /// Of `example.ridges`: 19,000 to 20,000 pixels a metre, templates of 5 bytes.
  private let extractor: OpaquePointer
  /// Of `example.pores`: of any resolution, templates of 1 to 8 bytes.
  private let ofPores: OpaquePointer
  /// That reached the author after a refusal.
  private var extractions: UInt8 = 0

  init() throws {
    let opened = try OpenedEntry(sampleFingerExport.entry)
    let table: imp_finger_extractor_ability = try opened.table(IMP_FINGER_EXTRACTOR_ID)
    (self.opened, self.table) = (opened, table)
    extractor = try #require(Self.create(opened, table, "example.ridges").extractor)
    ofPores = try #require(Self.create(opened, table, "example.pores").extractor)
  }

  deinit {
    table.destroy(extractor)
    table.destroy(ofPores)
  }

  // MARK: Formats and options

  @Test func formatsAreListed() {
    //
    var formats = room(imp_finger_format(), \.size, 3)
    formats[0].reserved = 99
    formats[2].resolution_min = 99
    var count = 3
    #expect(table.formats(opened.plugin, &formats, &count) == IMP_OK)
    #expect(count == 2)
    #expect(formats.map { text($0.name) } == ["example.ridges", "example.pores", ""])
    #expect(formats.allSatisfy { $0.size == structSize(imp_finger_format.self) && $0.reserved == 0 })
    #expect(formats.map(\.version) == [3, 1, 0])
    #expect(formats.map(\.template_bytes_max) == [5, 8, 0])
    #expect(formats.map(\.template_bytes_fixed) == [5, 0, 0])
    #expect(formats.map(\.resolution_min) == [19_000, 1, 99])
    #expect(formats.map(\.resolution_max) == [20_000, 1_000_000, 0])
  }

  @Test func listComesWholeOrNotAtAll() {
    expectTwoOrNothing(imp_finger_format(), \.size) { table.formats(opened.plugin, $0, $1) }
  }

  @Test func resolutionThatIsNoneIsADefectAndNothingIsListed() throws {
    //
    let opened = try OpenedEntry(PluginExport(MisstatingPlugin.self, provides: [.fingerExtractor]).entry)
    let table: imp_finger_extractor_ability = try opened.table(IMP_FINGER_EXTRACTOR_ID)
    var formats = room(imp_finger_format(), \.size, 1)
    var count = 1
    #expect(table.formats(opened.plugin, &formats, &count) == IMP_E_INTERNAL)
    #expect(formats[0].version == 0)
    #expect(opened.host.last?.words.contains("takes 0 to 1 pixels per metre") == true)
    #expect(Self.create(opened, table, "example.wrong").status == IMP_E_INTERNAL)
  }

  @Test(
    arguments: [
      (Change(IMP_E_ABI) { $0.size += 8 }, "example.ridges"),
      (Change(IMP_E_ARGUMENT) { $0.threads = 0 }, "example.ridges"),
      (Change(IMP_E_ARGUMENT) { $0.format.data = nil }, "example.ridges"),
      (Change(IMP_E_UNSUPPORTED) { _ in }, "example.ridge"),
      // What the author throws.
      (Change(IMP_E_MEMORY) { $0.threads = 3 }, "example.ridges"),
    ] as [(Change<imp_finger_extractor_options>, String)])
  func optionOutsideItsRangeIsRefused(change: Change<imp_finger_extractor_options>, format: String) {
    let made = Self.create(opened, table, format, change.make)
    #expect(made.status == change.status)
    #expect(made.extractor == nil)
    #expect(opened.host.last?.status == change.status)
  }

  // MARK: Prints

  @Test func extractionFillsBufferAndRecord() {
    let made = extract(bytes: 5, quality: 3)
    #expect((made.status, made.length) == (IMP_OK, 5))
    #expect(made.memory == [1, 3, 2, 0, 29] + [UInt8](repeating: 0xee, count: 11))
    //
    #expect((made.extraction.size, made.extraction.reserved) == (structSize(imp_extraction.self), 0))
    #expect((made.extraction.version, made.extraction.quality) == (3, 62.5))
  }

  @Test func everyFingerAndImpressionReachesTheAuthor() {
    for position in Finger.Position.allCases {
      #expect(extract(bytes: 5, finger: { $0.position = position.rawValue }).template[3] == position.rawValue)
    }
    for impression in Finger.Impression.allCases {
      let made = extract(bytes: 5, finger: { $0.impression = impression.rawValue })
      #expect(made.template[4] == impression.rawValue)
    }
    #expect(Finger.Position.allCases.last?.rawValue == UInt32(IMP_FINGER_LEFT_LITTLE))
  }

  @Test(
    arguments: [
      Change(IMP_E_ABI) { $0.size += 4 }, Change(IMP_E_ARGUMENT) { $0.position = 11 },
      Change(IMP_E_ARGUMENT) { $0.position = .max }, Change(IMP_E_ARGUMENT) { $0.impression = 9 },
      Change(IMP_E_ARGUMENT) { $0.impression = 30 }, Change(IMP_E_ARGUMENT) { $0.impression = .max },
    ] as [Change<imp_finger>])
  func fingerThatThereIsNoneOfIsRefused(change: Change<imp_finger>) {
    expectRefused(extract(bytes: 5, finger: change.make), change.status)
  }

  @Test(
    arguments: Change<imp_image>.unreadable + [
      Change(IMP_E_SAMPLE) { $0.resolution = 0 }, Change(IMP_E_SAMPLE) { $0.resolution = 18_999 },
      Change(IMP_E_SAMPLE) { $0.resolution = 20_001 }, Change(IMP_E_SAMPLE) { $0.resolution = .max },
      Change(IMP_E_SAMPLE) { ($0.format, $0.width) = (UInt32(IMP_PIXEL_RGB24), 1) },
    ])
  func imageThatTheFormatDoesNotTakeIsRefused(change: Change<imp_image>) {
    expectRefused(extract(bytes: 5, image: change.make), change.status)
  }

  @Test func leastAndHighestResolutionAreTaken() {
    for (resolution, extractor) in [
      (19_000, extractor), (20_000, extractor), (1, ofPores), (1_000_000, ofPores),
    ] {
      let made = extract(bytes: 5, of: extractor, image: { $0.resolution = UInt32(resolution) })
      #expect(made.status == IMP_OK)
    }
  }

  @Test func failureOfTheAuthorIsTyped() {
    let made = extract(bytes: 5, isEmpty: true)
    #expect(made.status == IMP_E_NO_SUBJECT)
    #expect(opened.host.last?.words == "Nothing is to be seen.")
    made.expectUntouched()
    #expect(extract(bytes: 5).template.first == 2)
  }

  // MARK: Room and templates

  @Test func shortBufferSaysWhatIsNeededAndNothingIsWorkedOut() {
    for capacity in [0, 4, -1] { extract(bytes: 5, capacity: capacity).expectShort(of: 5) }
    #expect(extract(bytes: 5, capacity: 5).template.first == 1)
  }

  @Test func shortBufferForATemplateOfAnyLengthSaysItsOwn() {
    for (bytes, capacity) in [(8, 7), (1, 0)] {
      extract(bytes: bytes, of: ofPores, capacity: capacity).expectShort(of: bytes)
      #expect(extract(bytes: bytes, of: ofPores, capacity: bytes).length == bytes)
    }
  }

  @Test(arguments: [(0, false), (4, false), (6, false), (5, true)])
  func templateOfAnotherLengthIsADefect(bytes: Int, isRight: Bool) {
    let made = extract(bytes: bytes)
    #expect(made.status == (isRight ? IMP_OK : IMP_E_INTERNAL))
    if !isRight { made.expectUntouched() }
  }

  // MARK: Calls

  private static func create(
    _ opened: OpenedEntry, _ table: imp_finger_extractor_ability, _ format: String,
    _ change: (inout imp_finger_extractor_options) -> Void = { _ in }
  ) -> (status: imp_status, extractor: OpaquePointer?) {
    format.lent { format in
      var options = imp_finger_extractor_options(
        size: structSize(imp_finger_extractor_options.self), threads: 2, format: format)
      change(&options)
      var extractor: OpaquePointer?
      let status = table.create(opened.plugin, &options, &extractor)
      return (status, extractor)
    }
  }

  private func extract(
    bytes: Int, quality: Int = 0, isEmpty: Bool = false, of other: OpaquePointer? = nil, capacity: Int = 16,
    image: (inout imp_image) -> Void = { _ in }, finger change: (inout imp_finger) -> Void = { _ in }
  ) -> ExtractorAnswer {
    let asked = [UInt8(bytes), UInt8(quality), isEmpty ? 1 : 0]
    // Grey.
    let picture = TestImage(width: 3, height: 2, padding: 5) { x, y in y == 0 ? asked[x] : 100 }
    var finger = imp_finger(
      size: structSize(imp_finger.self), position: 0, impression: UInt32(IMP_IMPRESSION_UNKNOWN), reserved: 0)
    change(&finger)
    return picture.lend(change: {
      $0.resolution = 19_685
      image(&$0)
    }) { image in
      ExtractorAnswer.of(capacity: capacity) { table.extract(other ?? extractor, image, &finger, $0, $1) }
    }
  }

  /// Expects that nothing was written, and that the author's code has seen nothing of it.
  private func expectRefused(
    _ answer: ExtractorAnswer, _ status: imp_status, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.status == status, sourceLocation: sourceLocation)
    #expect(opened.host.last?.status == status, sourceLocation: sourceLocation)
    answer.expectUntouched(sourceLocation: sourceLocation)
    extractions += 1
    #expect(extract(bytes: 5).template.first == extractions, sourceLocation: sourceLocation)
  }
}
