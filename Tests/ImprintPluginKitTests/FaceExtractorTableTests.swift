// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// A format that nobody may list, behind one that is no trouble.
private struct MisstatingPlugin: FaceExtractorPlugin {
  static let identity = PluginIdentity(id: "org.example.misstating", version: "1.0.0", vendor: "Example")

  let faceFormats = ["example.right", "example.wrong"].enumerated().map {
    FaceFormat(name: $1, version: 1 - UInt32($0), templates: .atMost(bytes: 8), needsFace: false)
  }

  init(host: Host) {}

  func makeFaceExtractor(_ options: FaceExtractorOptions) -> any FaceExtractorSession { SampleFace(options) }
}

final class FaceExtractorTableTests {
  private let opened: OpenedEntry
  private let table: imp_face_extractor_ability
  /// Of `example.shade`: of any image, templates of 5 bytes.
  private let extractor: OpaquePointer
  /// Of `example.mesh`: needs a face, templates of 1 to 8 bytes.
  private let ofFaces: OpaquePointer
  /// That reached the author after a refusal.
  private var extractions: UInt8 = 0

  init() throws {
    let opened = try OpenedEntry(sampleFaceExport.entry)
    let table: imp_face_extractor_ability = try opened.table(IMP_FACE_EXTRACTOR_ID)
    (self.opened, self.table) = (opened, table)
    extractor = try #require(Self.create(opened, table, "example.shade").extractor)
    ofFaces = try #require(Self.create(opened, table, "example.mesh").extractor)
  }

  deinit {
    table.destroy(extractor)
    table.destroy(ofFaces)
  }

  // MARK: Formats

  @Test func formatsAreListed() {
    //
    var formats = room(imp_face_format(), \.size, 3)
    formats[0].reserved = 99
    formats[2].needs_face = 99
    var count = 3
    #expect(table.formats(opened.plugin, &formats, &count) == IMP_OK)
    #expect(count == 2)
    #expect(formats.map { text($0.name) } == ["example.shade", "example.mesh", ""])
    #expect(formats.allSatisfy { $0.size == structSize(imp_face_format.self) && $0.reserved == 0 })
    #expect(formats.map(\.version) == [3, 1, 0])
    #expect(formats.map(\.template_bytes_max) == [5, 8, 0])
    #expect(formats.map(\.template_bytes_fixed) == [5, 0, 0])
    #expect(formats.map(\.needs_face) == [0, 1, 99])
  }

  @Test func listComesWholeOrNotAtAll() {
    expectTwoOrNothing(imp_face_format(), \.size) { table.formats(opened.plugin, $0, $1) }
  }

  @Test func formatThatIsMisstatedIsADefectAndNothingIsListed() throws {
    //
    let opened = try OpenedEntry(PluginExport(MisstatingPlugin.self, provides: [.faceExtractor]).entry)
    let table: imp_face_extractor_ability = try opened.table(IMP_FACE_EXTRACTOR_ID)
    var formats = room(imp_face_format(), \.size, 2)
    var count = 2
    #expect(table.formats(opened.plugin, &formats, &count) == IMP_E_INTERNAL)
    #expect(count == 2)
    #expect(formats.allSatisfy { text($0.name).isEmpty && $0.version == 0 })
    #expect(opened.host.last?.words.contains("'example.wrong', has version 0") == true)
    #expect(Self.create(opened, table, "example.wrong").status == IMP_E_INTERNAL)
    let right = try #require(Self.create(opened, table, "example.right").extractor)
    table.destroy(right)
  }

  // MARK: Options

  @Test(
    arguments: [
      (Change(IMP_E_ABI) { $0.size += 8 }, "example.shade"),
      (Change(IMP_E_ARGUMENT) { $0.threads = 0 }, "example.shade"),
      (Change(IMP_E_ARGUMENT) { $0.format.data = nil }, "example.shade"),
      (Change(IMP_E_ARGUMENT) { $0.format.length = -1 }, "example.shade"),
      (Change(IMP_E_UNSUPPORTED) { _ in }, "example.shad"),
      // What the author throws.
      (Change(IMP_E_MEMORY) { $0.threads = 3 }, "example.shade"),
    ] as [(Change<imp_face_extractor_options>, String)])
  func optionOutsideItsRangeIsRefused(change: Change<imp_face_extractor_options>, format: String) {
    let made = Self.create(opened, table, format, change.make)
    #expect(made.status == change.status)
    #expect(made.extractor == nil)
    #expect(opened.host.last?.status == change.status)
  }

  // MARK: Images and faces

  @Test func extractionFillsBufferAndRecord() {
    let made = extract(bytes: 5, quality: 3)
    #expect((made.status, made.length) == (IMP_OK, 5))
    // Behind the template the room stays the host's.
    #expect(made.memory == [1, 3, 2, 0, 0] + [UInt8](repeating: 0xee, count: 11))
    //
    #expect((made.extraction.size, made.extraction.reserved) == (structSize(imp_extraction.self), 0))
    #expect((made.extraction.version, made.extraction.quality) == (3, 62.5))
  }

  @Test func extractorIsOfTheFormatThatWasNamed() {
    let made = extract(bytes: 6, of: ofFaces, face: .meshed)
    #expect((made.template, made.extraction.version) == ([1, 1, 2, 0, 11, 7], 1))
    let other = extract(bytes: 5)
    #expect((other.template, other.extraction.version) == ([1, 3, 2, 0, 0], 3))
  }

  @Test func authorsAreToldTheResolutionWhereItIsKnown() {
    #expect(extract(bytes: 5, image: { $0.resolution = 19_685 }).template == [1, 3, 2, 19, 0])
    #expect(extract(bytes: 5, image: { $0.resolution = 0 }).template == [2, 3, 2, 0, 0])
  }

  @Test func faceAndItsLandmarksReachTheAuthor() {
    var face = imp_face.meshed
    #expect(extract(bytes: 5, face: face).template == [1, 3, 2, 0, 11])
    // They begin where the face says.
    face.landmark_first = 2
    #expect(extract(bytes: 5, face: face).template == [2, 3, 2, 0, 13])
    (face.landmark_model, face.landmark_first, face.landmark_count) = (UInt32(IMP_LANDMARKS_NONE), 0, 0)
    #expect(extract(bytes: 5, face: face).template == [3, 3, 2, 0, 2])
    #expect(extract(bytes: 5, face: face, landmarks: nil).template == [4, 3, 2, 0, 2])
    #expect(extract(bytes: 5, face: nil).template == [5, 3, 2, 0, 0])
    #expect(extract(bytes: 5, face: nil, landmarks: nil).template == [6, 3, 2, 0, 0])
  }

  @Test func formatOfFacesTakesNoneWithoutLandmarks() {
    var bare = imp_face.meshed
    (bare.landmark_model, bare.landmark_count) = (UInt32(IMP_LANDMARKS_NONE), 0)
    for (face, words) in [
      (nil, "needs a face."), (bare, "needs a face with landmarks."),
    ] as [(imp_face?, String)] {
      expectRefused(extract(bytes: 5, of: ofFaces, face: face), IMP_E_NO_SUBJECT)
      #expect(opened.host.last?.words == "example.mesh \(words)")
    }
    #expect(extract(bytes: 5, of: ofFaces, face: .meshed).template == [1, 1, 2, 0, 11])
  }

  @Test(arguments: Change<imp_face>.unreadable)
  func faceThatCannotBeReadIsRefused(change: Change<imp_face>) {
    var face = imp_face.meshed
    change.make(&face)
    // Whether the format needs one or not.
    expectRefused(extract(bytes: 5, face: face), change.status)
    extract(bytes: 5, of: ofFaces, face: face).expectUntouched()
  }

  @Test func landmarksThatAreNotThereAreRefused() {
    for face in [nil, imp_face.meshed] {
      expectRefused(extract(bytes: 5, face: face, landmarks: nil, count: 470), IMP_E_ARGUMENT)
      #expect(opened.host.last?.words.contains("470 landmarks but no array") == true)
    }
    // Those of a mesh that is not there.
    expectRefused(extract(bytes: 5, face: .meshed, landmarks: nil), IMP_E_ARGUMENT)
  }

  @Test(arguments: Change<imp_image>.unreadable)
  func imageThatCannotBeReadIsRefused(change: Change<imp_image>) {
    expectRefused(extract(bytes: 5, image: change.make), change.status)
  }

  @Test func failureOfTheAuthorIsTyped() {
    let made = extract(bytes: 5, isEmpty: true)
    #expect(made.status == IMP_E_NO_SUBJECT)
    #expect(opened.host.last?.words == "Nobody is to be seen.")
    made.expectUntouched()
    #expect(extract(bytes: 5).template.first == 2)
  }

  // MARK: Room

  @Test func shortBufferSaysWhatIsNeededAndNothingIsWorkedOut() {
    // Every template of the format is as long, so that it is known before.
    for capacity in [0, 4, -1] { extract(bytes: 5, capacity: capacity).expectShort(of: 5) }
    #expect(extract(bytes: 5, capacity: 5).template == [1, 3, 2, 0, 0])
  }

  @Test func shortBufferForATemplateOfAnyLengthSaysItsOwn() {
    for (bytes, capacity) in [(8, 7), (1, 0), (5, 4)] {
      extract(bytes: bytes, of: ofFaces, face: .meshed, capacity: capacity).expectShort(of: bytes)
      let whole = extract(bytes: bytes, of: ofFaces, face: .meshed, capacity: bytes)
      #expect((whole.status, whole.length) == (IMP_OK, bytes))
    }
  }

  @Test func roomThatIsNotThereIsRefused() {
    picture(bytes: 5).lend { image in
      var extraction = room(imp_extraction(), \.size, 1)[0]
      var buffer = imp_buffer(data: nil, capacity: 16, length: 3)
      #expect(table.extract(extractor, image, nil, nil, 0, &buffer, &extraction) == IMP_E_ARGUMENT)
      buffer.capacity = 0
      extraction.size = 4
      #expect(table.extract(extractor, image, nil, nil, 0, &buffer, &extraction) == IMP_E_ABI)
      #expect(buffer.length == 3)
      extraction.size = structSize(imp_extraction.self)
      #expect(table.extract(extractor, image, nil, nil, 0, &buffer, &extraction) == IMP_RETRY_SHORT_BUFFER)
      #expect(buffer.length == 5)
    }
    #expect(extract(bytes: 5).template.first == 1)
  }

  // MARK: What the author made

  @Test(arguments: [0, 4, 6, 100])
  func templateOfAnotherLengthIsADefect(bytes: Int) {
    let made = extract(bytes: bytes)
    #expect(made.status == IMP_E_INTERNAL)
    made.expectUntouched()
    #expect(opened.host.last?.words.contains("example.shade") == true)
  }

  @Test(arguments: [(0, IMP_E_INTERNAL), (1, IMP_OK), (8, IMP_OK), (9, IMP_E_INTERNAL)])
  func templateIsAsLongAsItsFormatAllows(bytes: Int, status: imp_status) {
    let made = extract(bytes: bytes, of: ofFaces, face: .meshed)
    #expect(made.status == status)
    if status == IMP_OK { #expect(made.length == bytes) } else { made.expectUntouched() }
  }

  @Test(arguments: SampleQuality.all.indices)
  func qualityOutsideItsRangeIsADefect(index: Int) {
    let made = extract(bytes: 5, quality: index)
    let quality = SampleQuality.all[index]
    if (0...100).contains(quality ?? 0) {
      #expect(made.status == IMP_OK)
      #expect(made.extraction.quality == quality ?? -1)
    } else {
      #expect(made.status == IMP_E_INTERNAL)
      made.expectUntouched()
    }
  }

  // MARK: Calls

  private static func create(
    _ opened: OpenedEntry, _ table: imp_face_extractor_ability, _ format: String,
    _ change: (inout imp_face_extractor_options) -> Void = { _ in }
  ) -> (status: imp_status, extractor: OpaquePointer?) {
    format.lent { format in
      var options = imp_face_extractor_options(
        size: structSize(imp_face_extractor_options.self), threads: 2, format: format)
      change(&options)
      var extractor: OpaquePointer?
      let status = table.create(opened.plugin, &options, &extractor)
      return (status, extractor)
    }
  }

  /// 470 landmarks, which their x tells apart.
  private static let points = (0..<470).map { imp_point3(x: Float($0 % 100) + 9, y: 1, z: 1) }

  /// A picture that asks for such a template.
  private func picture(bytes: Int, quality: Int = 0, isEmpty: Bool = false) -> TestImage {
    let asked = [UInt8(bytes), UInt8(quality), isEmpty ? 1 : 0]
    return TestImage(width: 3, height: 2, padding: 5) { x, y in y == 0 ? asked[x] : 100 }
  }

  private func extract(
    bytes: Int, quality: Int = 0, isEmpty: Bool = false, of other: OpaquePointer? = nil,
    face: imp_face? = nil,
    landmarks: [imp_point3]? = FaceExtractorTableTests.points, count: UInt32? = nil, capacity: Int = 16,
    image change: (inout imp_image) -> Void = { _ in }
  ) -> ExtractorAnswer {
    picture(bytes: bytes, quality: quality, isEmpty: isEmpty).lend(change: change) { image in
      (landmarks ?? []).withUnsafeBufferPointer { points in
        let start = landmarks == nil ? nil : points.baseAddress
        let count = count ?? UInt32(points.count)
        return ExtractorAnswer.of(capacity: capacity) { payload, extraction in
          let extractor = other ?? extractor
          guard var face else {
            return table.extract(extractor, image, nil, start, count, payload, extraction)
          }
          return table.extract(extractor, image, &face, start, count, payload, extraction)
        }
      }
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
