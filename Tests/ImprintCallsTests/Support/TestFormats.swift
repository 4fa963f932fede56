// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls

/// What an ability of a ``TestPlugin`` that lists formats says of them.
struct TestFormats<Kind: FormatKind> {
  var onFormats: (UnsafeMutablePointer<Kind.Format>?, UnsafeMutablePointer<Int>) -> imp_status = { _, _ in
    IMP_OK
  }
  var onCreate: (Kind.Options) -> imp_status = { _ in IMP_OK }
}

extension TestPlugin {
  nonisolated(unsafe) static let voiceExtractor = table(
    imp_voice_extractor_ability(
      size: structSize(imp_voice_extractor_ability.self), reserved: 0,
      formats: { TestPlugin.of($0).voices.onFormats($1, $2) },
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.voices.onCreate($1.pointee), $2)
      },
      extract: { TestPlugin.of($0).onExtractVoice($1, $2, $3) }, destroy: { TestPlugin.release($0) }))

  nonisolated(unsafe) static let faceExtractor = table(
    imp_face_extractor_ability(
      size: structSize(imp_face_extractor_ability.self), reserved: 0,
      formats: { TestPlugin.of($0).faces.onFormats($1, $2) },
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.faces.onCreate($1.pointee), $2)
      },
      extract: { TestPlugin.of($0).onExtractFace($1, $2, $3, $4, $5, $6) },
      destroy: { TestPlugin.release($0) }))

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
  associatedtype Table: AbilityTable
  associatedtype Format
  associatedtype Options

  /// `use` is the object's first function.
  typealias Functions = (
    formats: CallFunction, create: CallFunction, use: CallFunction, destroy: CallFunction
  )

  static var functions: Functions { get }
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<Self>> { get }
  /// A plugin that lists two formats, and whose objects do something.
  static func plugin() -> TestPlugin

  /// Places for formats.
  static func formats(_ count: Int) -> [Format]
  static var formatSize: WritableKeyPath<Format, UInt32> { get }
  /// Fills in what tells a format from others.
  static func fill(_ format: inout Format, _ index: Int)

  static func options(threads: UInt32, format: imp_text) -> Options
  static var optionsSize: WritableKeyPath<Options, UInt32> { get }
  static func read(_ options: Options) -> (size: UInt32, threads: UInt32, format: imp_text)
  static func request(_ options: Options) -> any CallMessage

  static func formats(
    _ table: Table, _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<Format>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status
  /// The import says that nothing is null; a caller in C may pass null all the same.
  static func create(
    _ table: Table, _ plugin: OpaquePointer, _ options: UnsafePointer<Options>?,
    _ made: UnsafeMutablePointer<OpaquePointer?>?
  ) -> imp_status
  /// Uses an object: what came of it, byte for byte, the status first.
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]]
  static func destroy(_ table: Table, _ object: OpaquePointer)
}

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
        guard formats[index][keyPath: formatSize] == structSize(Format.self) else { return IMP_E_ABI }
        fill(&formats[index], index)
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
    plugin[keyPath: does].onCreate = {
      let options = read($0)
      return body(options.size, options.threads, options.format)
    }
  }

  private static func places(_ count: Int, wrong: Int?) -> [Format] {
    var formats = formats(count)
    if let wrong { formats[wrong][keyPath: formatSize] -= 4 }
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
      Self.formats(table, opened.plugin, capacity == nil ? nil : $0.baseAddress, &count)
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
      var options = options(threads: threads, format: name)
      options[keyPath: optionsSize] -= missing
      var made: OpaquePointer?
      let status = withUnsafePointer(to: &options) { options in
        withUnsafeMutablePointer(to: &made) { place in
          create(table, opened.plugin, hasOptions ? options : nil, hasPlace ? place : nil)
        }
      }
      return (status, made)
    }
  }

  static func use(_ opened: OpenedEntry, _ object: OpaquePointer) throws -> [[UInt8]] {
    use(try opened.table(Table.id), object)
  }

  static func destroy(_ opened: OpenedEntry, _ object: OpaquePointer) throws {
    destroy(try opened.table(Table.id), object)
  }

  static func encodedOptions(_ raw: RawCalls, format: String) -> [UInt8] {
    TestPlugin.lend(format) { raw.encoded(request(options(threads: 1, format: $0))) }
  }
}

enum VoiceKind: FormatKind {
  typealias Table = imp_voice_extractor_ability
  typealias Format = imp_voice_format
  typealias Options = imp_voice_extractor_options

  static let functions: Functions = (.voiceFormats, .voiceCreate, .voiceExtract, .voiceDestroy)
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<VoiceKind>> { \.voices }
  static func plugin() -> TestPlugin { VoiceExtractorCallTests.extractor() }

  static func formats(_ count: Int) -> [imp_voice_format] {
    ContractTestSupport.room(imp_voice_format(), \.size, count)
  }
  static var formatSize: WritableKeyPath<imp_voice_format, UInt32> { \.size }
  static func fill(_ format: inout imp_voice_format, _ index: Int) {
    format.rate = UInt32(8000 * (index + 1))
    withUnsafeMutableBytes(of: &format.name) { $0.copyBytes(from: "example.voice-\(index)".utf8) }
  }

  static func options(threads: UInt32, format: imp_text) -> imp_voice_extractor_options {
    imp_voice_extractor_options(size: structSize(Options.self), threads: threads, format: format)
  }
  static var optionsSize: WritableKeyPath<imp_voice_extractor_options, UInt32> { \.size }
  static func read(
    _ options: imp_voice_extractor_options
  ) -> (size: UInt32, threads: UInt32, format: imp_text) { (options.size, options.threads, options.format) }
  static func request(_ options: imp_voice_extractor_options) -> any CallMessage {
    VoiceCreateRequest(options: options)
  }

  static func formats(
    _ table: Table, _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<imp_voice_format>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status { table.formats(plugin, formats, count) }
  static func create(
    _ table: Table, _ plugin: OpaquePointer, _ options: UnsafePointer<imp_voice_extractor_options>?,
    _ made: UnsafeMutablePointer<OpaquePointer?>?
  ) -> imp_status {
    typealias Create =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_voice_extractor_options>?, UnsafeMutablePointer<OpaquePointer?>?
      ) -> imp_status
    return unsafeBitCast(table.create, to: Create.self)(plugin, options, made)
  }
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]] {
    VoiceExtractorCallTests.extract(table, object)
  }
  static func destroy(_ table: Table, _ object: OpaquePointer) { table.destroy(object) }
}

enum FaceKind: FormatKind {
  typealias Table = imp_face_extractor_ability
  typealias Format = imp_face_format
  typealias Options = imp_face_extractor_options

  static let functions: Functions = (
    .faceExtractorFormats, .faceExtractorCreate, .faceExtractorExtract, .faceExtractorDestroy
  )
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<FaceKind>> { \.faces }
  static func plugin() -> TestPlugin { FaceExtractorCallTests.extractor() }

  static func formats(_ count: Int) -> [imp_face_format] {
    ContractTestSupport.room(imp_face_format(), \.size, count)
  }
  static var formatSize: WritableKeyPath<imp_face_format, UInt32> { \.size }
  static func fill(_ format: inout imp_face_format, _ index: Int) {
    (format.version, format.needs_face) = (UInt32(index) + 3, UInt32(index))
    withUnsafeMutableBytes(of: &format.name) { $0.copyBytes(from: "example.face-\(index)".utf8) }
  }

  static func options(threads: UInt32, format: imp_text) -> imp_face_extractor_options {
    imp_face_extractor_options(size: structSize(Options.self), threads: threads, format: format)
  }
  static var optionsSize: WritableKeyPath<imp_face_extractor_options, UInt32> { \.size }
  static func read(
    _ options: imp_face_extractor_options
  ) -> (size: UInt32, threads: UInt32, format: imp_text) { (options.size, options.threads, options.format) }
  static func request(_ options: imp_face_extractor_options) -> any CallMessage {
    FaceExtractorCreateRequest(options: options)
  }

  static func formats(
    _ table: Table, _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<imp_face_format>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status { table.formats(plugin, formats, count) }
  static func create(
    _ table: Table, _ plugin: OpaquePointer, _ options: UnsafePointer<imp_face_extractor_options>?,
    _ made: UnsafeMutablePointer<OpaquePointer?>?
  ) -> imp_status {
    typealias Create =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_face_extractor_options>?, UnsafeMutablePointer<OpaquePointer?>?
      ) -> imp_status
    return unsafeBitCast(table.create, to: Create.self)(plugin, options, made)
  }
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]] { LentFace().extract(table, object) }
  static func destroy(_ table: Table, _ object: OpaquePointer) { table.destroy(object) }
}

enum MatcherKind: FormatKind {
  typealias Table = imp_matcher_ability
  typealias Format = imp_matcher_format
  typealias Options = imp_matcher_options

  static let functions: Functions = (.matcherFormats, .matcherCreate, .matcherCompare, .matcherDestroy)
  static var does: ReferenceWritableKeyPath<TestPlugin, TestFormats<MatcherKind>> { \.matchers }
  static func plugin() -> TestPlugin { MatcherCallTests.matcher() }

  static func formats(_ count: Int) -> [imp_matcher_format] {
    ContractTestSupport.room(imp_matcher_format(), \.size, count)
  }
  static var formatSize: WritableKeyPath<imp_matcher_format, UInt32> { \.size }
  static func fill(_ format: inout imp_matcher_format, _ index: Int) {
    (format.fuses_version, format.similarity_max) = (UInt32(index), Float(index) + 0.5)
    withUnsafeMutableBytes(of: &format.name) { $0.copyBytes(from: "example.face-\(index)".utf8) }
  }

  static func options(threads: UInt32, format: imp_text) -> imp_matcher_options {
    imp_matcher_options(size: structSize(Options.self), threads: threads, format: format)
  }
  static var optionsSize: WritableKeyPath<imp_matcher_options, UInt32> { \.size }
  static func read(
    _ options: imp_matcher_options
  ) -> (size: UInt32, threads: UInt32, format: imp_text) { (options.size, options.threads, options.format) }
  static func request(_ options: imp_matcher_options) -> any CallMessage {
    MatcherCreateRequest(options: options)
  }

  static func formats(
    _ table: Table, _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<imp_matcher_format>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status { table.formats(plugin, formats, count) }
  static func create(
    _ table: Table, _ plugin: OpaquePointer, _ options: UnsafePointer<imp_matcher_options>?,
    _ made: UnsafeMutablePointer<OpaquePointer?>?
  ) -> imp_status {
    typealias Create =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_matcher_options>?, UnsafeMutablePointer<OpaquePointer?>?
      ) -> imp_status
    return unsafeBitCast(table.create, to: Create.self)(plugin, options, made)
  }
  static func use(_ table: Table, _ object: OpaquePointer) -> [[UInt8]] {
    var similarity = Float(-55)
    let status = withBytes([1, 2, 3]) { table.compare(object, $0, 3, $0, 2, &similarity) }
    return [bytes(status), bytes(similarity)]
  }
  static func destroy(_ table: Table, _ object: OpaquePointer) { table.destroy(object) }
}
