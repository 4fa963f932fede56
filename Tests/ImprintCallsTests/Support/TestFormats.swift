// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls

/// What an ability of a ``TestPlugin`` that lists formats says of them.
struct TestFormats<Kind: FormatKind> {
  typealias Entry = Kind.Table.Format
  var onFormats: (UnsafeMutablePointer<Entry>?, UnsafeMutablePointer<Int>) -> imp_status = { _, _ in IMP_OK }
  var onCreate: (Kind.Table.Options) -> imp_status = { _ in IMP_OK }
}

extension TestPlugin {
  nonisolated(unsafe) static let voiceExtractor = table(
    imp_voice_extractor_ability(
      size: structSize(imp_voice_extractor_ability.self), reserved: 0,
      formats: { TestPlugin.of($0).voices.onFormats($1, $2) },
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.voices.onCreate($1.pointee), $2)
      },
      extract: { TestPlugin.of($0).onExtractVoice($1, $2, $3) },
      measure: { TestPlugin.of($0).onMeasureVoice($1, $2) }, destroy: { TestPlugin.release($0) }))

  nonisolated(unsafe) static let faceExtractor = table(
    imp_face_extractor_ability(
      size: structSize(imp_face_extractor_ability.self), reserved: 0,
      formats: { TestPlugin.of($0).faces.onFormats($1, $2) },
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.faces.onCreate($1.pointee), $2)
      },
      extract: { TestPlugin.of($0).onExtractFace($1, $2, $3, $4, $5, $6) },
      destroy: { TestPlugin.release($0) }))

  nonisolated(unsafe) static let fingerExtractor = table(
    imp_finger_extractor_ability(
      size: structSize(imp_finger_extractor_ability.self), reserved: 0,
      formats: { TestPlugin.of($0).fingers.onFormats($1, $2) },
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.fingers.onCreate($1.pointee), $2)
      },
      extract: { TestPlugin.of($0).onExtractFinger($1, $2, $3, $4) }, destroy: { TestPlugin.release($0) }))

  nonisolated(unsafe) static let matcher = table(
    imp_matcher_ability(
      size: structSize(imp_matcher_ability.self), reserved: 0,
      formats: { TestPlugin.of($0).matchers.onFormats($1, $2) },
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.matchers.onCreate($1.pointee), $2)
      },
      compare: { TestPlugin.of($0).onCompare($1, $2, $3, $4, $5) },
      compare_many: { TestPlugin.of($0).onCompareMany($1, $2, $3, $4) },
      fuse: { TestPlugin.of($0).onFuse($1, $2, $3) }, destroy: { TestPlugin.release($0) }))
}

/// An ability that lists formats of templates and makes objects of one of them: what the tests that all such
/// abilities share need to know of it.
protocol FormatKind: SendableMetatype {
  associatedtype Table: FormatTable
  typealias Format = Table.Format
  typealias Options = Table.Options

  /// `use` is the object's first function.
  typealias Functions = (
    formats: CallFunction, create: CallFunction, use: CallFunction, destroy: CallFunction
  )

  static var functions: Functions { get }
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<Self>> { get }
  /// A plugin that lists two formats, and whose objects do something.
  static func plugin() -> TestPlugin

  /// What comes before the number in a format's name.
  static var name: String { get }
  /// Fills in what else tells a format from others.
  static func fill(_ format: inout Format, _ index: Int)

  static func request(_ options: Options) -> any CallMessage
  /// As a caller in C has it, who may pass null for all that the import says is there.
  static func create(_ table: Table) -> Create<Options>
  /// Uses an object: what came of it, byte for byte, the status first.
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]]
}

typealias Create<Options> = (
  OpaquePointer, UnsafePointer<Options>?, UnsafeMutablePointer<OpaquePointer?>?
) -> imp_status

/// What listing formats gave, and left.
struct ListedFormats: Equatable {
  var status: imp_status
  var count: Int
  var formats: [[UInt8]]
}

extension FormatKind {
  /// Has a plugin list two formats.
  static func listFormats(by plugin: TestPlugin) {
    plugin[keyPath: does].onFormats = { formats, count in
      defer { count.pointee = 2 }
      guard count.pointee >= 2, let formats else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<2 {
        guard formats[index].size == structSize(Format.self) else { return IMP_E_ABI }
        fill(&formats[index], index)
        label(&formats[index], index)
      }
      return IMP_OK
    }
  }

  /// Has a plugin say that it lists one more than there is room for.
  static func overfill(_ plugin: TestPlugin) {
    plugin[keyPath: does].onFormats = { _, count in
      count.pointee += 1
      return IMP_OK
    }
  }

  static func onCreate(
    of plugin: TestPlugin,
    _ body: @escaping (_ size: UInt32, _ threads: UInt32, _ format: imp_text) -> imp_status
  ) {
    plugin[keyPath: does].onCreate = { body($0.size, $0.threads, $0.format) }
  }

  /// The name is the last that a format has.
  private static func label(_ format: inout Format, _ index: Int) {
    let end = MemoryLayout<Format>.size
    withUnsafeMutableBytes(of: &format) {
      $0[(end - MemoryLayout<Format.Name>.size)...].copyBytes(from: "\(name)\(index)".utf8)
    }
  }

  private static func places(_ count: Int, wrong: Int?) -> [Format] {
    var formats = [Format](repeating: .empty, count: count)
    if let wrong { formats[wrong].size -= 4 }
    return formats
  }

  /// Places that nothing was written to.
  static func room(_ count: Int, wrong: Int? = nil) -> [[UInt8]] {
    places(count, wrong: wrong).map { bytes($0) }
  }

  /// Lists formats.
  /// - Parameters:
  ///   - capacity: `nil` for no array at all.
  ///   - wrong: Which element's size is wrong.
  static func list(_ opened: OpenedEntry, _ capacity: Int?, wrong: Int? = nil) throws -> ListedFormats {
    let table: Table = try opened.table(Table.id)
    var formats = places(capacity ?? 0, wrong: wrong)
    var count = capacity ?? 0
    let status = formats.withUnsafeMutableBufferPointer {
      table.list(opened.plugin, capacity == nil ? nil : $0.baseAddress, &count)
    }
    return ListedFormats(status: status, count: count, formats: formats.map { bytes($0) })
  }

  /// Calls create.
  /// - Parameters:
  ///   - format: `nil` for no text at all.
  ///   - length: What the text says of its length, where that is not so.
  ///   - missing: How much less than it is the options say they are.
  static func create(
    _ opened: OpenedEntry, threads: UInt32 = 1, format: String? = nil, length: Int? = nil,
    missing: UInt32 = 0, hasOptions: Bool = true, hasPlace: Bool = true
  ) throws -> (status: imp_status, made: OpaquePointer?) {
    let table: Table = try opened.table(Table.id)
    return TestPlugin.lend(format ?? "") { lent in
      let name = format == nil ? imp_text() : imp_text(data: lent.data, length: length ?? lent.length)
      var options = Options(threads: threads, format: name)
      options.size -= missing
      var made: OpaquePointer?
      let status = withUnsafePointer(to: &options) { options in
        withUnsafeMutablePointer(to: &made) { place in
          create(table)(opened.plugin, hasOptions ? options : nil, hasPlace ? place : nil)
        }
      }
      return (status, made)
    }
  }

  static func use(_ opened: OpenedEntry, _ object: OpaquePointer) throws -> [[UInt8]] {
    use(try opened.table(Table.id), object)
  }

  static func destroy(_ opened: OpenedEntry, _ object: OpaquePointer) throws {
    let table: Table = try opened.table(Table.id)
    table.destroy(object)
  }

  static func encodedOptions(_ raw: RawCalls, format: String) -> [UInt8] {
    TestPlugin.lend(format) { raw.encoded(request(Options(threads: 1, format: $0))) }
  }
}

enum VoiceKind: FormatKind {
  typealias Table = imp_voice_extractor_ability

  static let functions: Functions = (.voiceFormats, .voiceCreate, .voiceExtract, .voiceDestroy)
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<VoiceKind>> { \.voices }
  static func plugin() -> TestPlugin { VoiceExtractorCallTests.extractor() }

  static let name = "example.voice-"
  static func fill(_ format: inout Table.Format, _ index: Int) {
    format.rate = UInt32(8000 * (index + 1))
  }

  static func request(_ options: Table.Options) -> any CallMessage { VoiceCreateRequest(options: options) }
  static func create(_ table: Table) -> Create<Table.Options> {
    typealias Function =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_voice_extractor_options>?, UnsafeMutablePointer<OpaquePointer?>?
      ) -> imp_status
    return unsafeBitCast(table.create, to: Function.self)
  }
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]] {
    VoiceExtractorCallTests.extract(table, object)
  }
}

enum FaceKind: FormatKind {
  typealias Table = imp_face_extractor_ability

  static let functions: Functions = (
    .faceExtractorFormats, .faceExtractorCreate, .faceExtractorExtract, .faceExtractorDestroy
  )
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<FaceKind>> { \.faces }
  static func plugin() -> TestPlugin { FaceExtractorCallTests.extractor() }

  static let name = "example.face-"
  static func fill(_ format: inout Table.Format, _ index: Int) {
    (format.version, format.needs_face) = (UInt32(index) + 3, UInt32(index))
  }

  static func request(_ options: Table.Options) -> any CallMessage {
    FaceExtractorCreateRequest(options: options)
  }
  static func create(_ table: Table) -> Create<Table.Options> {
    typealias Function =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_face_extractor_options>?, UnsafeMutablePointer<OpaquePointer?>?
      ) -> imp_status
    return unsafeBitCast(table.create, to: Function.self)
  }
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]] { LentFace().extract(table, object) }
}

enum FingerKind: FormatKind {
  typealias Table = imp_finger_extractor_ability

  static let functions: Functions = (
    .fingerExtractorFormats, .fingerExtractorCreate, .fingerExtractorExtract, .fingerExtractorDestroy
  )
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<FingerKind>> { \.fingers }
  static func plugin() -> TestPlugin { FingerExtractorCallTests.extractor() }

  static let name = "example.finger-"
  static func fill(_ format: inout Table.Format, _ index: Int) {
    (format.resolution_min, format.resolution_max) = (UInt32(index) + 1, 19_685)
  }

  static func request(_ options: Table.Options) -> any CallMessage {
    FingerExtractorCreateRequest(options: options)
  }
  static func create(_ table: Table) -> Create<Table.Options> {
    typealias Function =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_finger_extractor_options>?, UnsafeMutablePointer<OpaquePointer?>?
      ) -> imp_status
    return unsafeBitCast(table.create, to: Function.self)
  }
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]] {
    FingerExtractorCallTests.extract(table, object)
  }
}

enum MatcherKind: FormatKind {
  typealias Table = imp_matcher_ability

  static let functions: Functions = (.matcherFormats, .matcherCreate, .matcherCompare, .matcherDestroy)
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<MatcherKind>> { \.matchers }
  static func plugin() -> TestPlugin { MatcherCallTests.matcher() }

  static let name = "example.face-"
  static func fill(_ format: inout Table.Format, _ index: Int) {
    (format.fuses_version, format.similarity_max) = (UInt32(index), Float(index) + 0.5)
  }

  static func request(_ options: Table.Options) -> any CallMessage { MatcherCreateRequest(options: options) }
  static func create(_ table: Table) -> Create<Table.Options> {
    typealias Function =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_matcher_options>?, UnsafeMutablePointer<OpaquePointer?>?
      ) -> imp_status
    return unsafeBitCast(table.create, to: Function.self)
  }
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]] {
    var similarity = Float(-55)
    let status = withBytes([1, 2, 3]) { table.compare(object, $0, 3, $0, 2, &similarity) }
    return [bytes(status), bytes(similarity)]
  }
}
