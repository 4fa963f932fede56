// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What an ability that makes templates of samples has of its own; all else is the same for every such
/// ability (``ExtractorProbe``, ``ExtractorCheckGroup``).
protocol ExtractorContract: SendableMetatype {
  /// Its C table.
  associatedtype Table: Sendable
  /// What its list has of a format.
  associatedtype Format: TemplateFormatStruct, BitwiseCopyable, Sendable
  /// What `create` is given.
  associatedtype Options: BitwiseCopyable
  /// What a template is made of, as checks draw it, and as a call lends it.
  associatedtype Sample: DrawnSample
  associatedtype Lent: LentSample where Lent.Sample == Sample

  /// As failures name the place: `voice-extractor`.
  static var name: String { get }
  static var id: String { get }
  /// The names of its structs, and of what it lends: `imp_voice_format`.
  static var formatStruct: String { get }
  static var optionsStruct: String { get }
  static var sampleStruct: String { get }
  /// What stands for any sample, and whom it shows: "sound", "voice".
  static var words: (sample: String, subject: String) { get }

  /// What a sample in good form may be refused with: that there is nobody in it, or too poorly.
  static var refusals: [imp_status] { get }

  static func formats(
    _ table: Table, _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<Format>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status
  /// - Parameter format: A format's name.
  static func options(threads: UInt32, format: imp_text) -> Options
  static func changeSize(of options: inout Options, by change: Int)
  static func create(
    _ table: Table, _ plugin: OpaquePointer, _ options: UnsafePointer<Options>,
    _ made: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status
  static func extract(
    _ table: Table, _ extractor: OpaquePointer, _ lent: Lent, _ payload: UnsafeMutablePointer<imp_buffer>,
    _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status
  static func destroy(_ table: Table, _ extractor: OpaquePointer)

  /// What is wrong with the part of a format that is this ability's own; `nil` where nothing is.
  static func problem(of format: Format) -> String?
  /// That part, for comparing.
  static func words(of format: Format) -> String
  /// Fails where no sample could be drawn for a format.
  static func expectDrawable(_ format: Format) throws

  /// A sample of a drawn person; each number is another one, the same everywhere.
  static func sample(_ person: Int, for format: Format) -> Sample
  /// Samples of a person from the least that it takes to the most that a check has time for, a template of
  /// which may be refused.
  static func samplesOfAllLengths(_ person: Int, for format: Format) -> [Sample]
  /// Samples that show nobody.
  static func samplesOfNobody(for format: Format, _ random: inout CheckRandom) -> [Sample]
  /// What is to be refused as another sample than the format takes: "sound of another rate". Wrong size
  /// fields are not among it.
  static func others(for format: Format) throws -> [OtherSample<Lent>]
}

/// What checks draw for an extractor.
protocol DrawnSample: Sendable {
  /// For people: "3000 ms of voice 2 at 16000 frames a second".
  var words: String { get }
}

/// A sample in guarded memory, read-only, as a call lends it.
protocol LentSample: AnyObject {
  associatedtype Sample

  init(_ sample: Sample) throws
  /// - Parameter sizedWrong: By how much its size field is not its size.
  init(_ sample: Sample, sizedWrong change: Int) throws
  /// Lends another sample of the same form at the same addresses.
  func replace(by sample: Sample)
  /// From now on reading any of it ends the process, for as long as this lives.
  func forbid()
}

/// A format of templates, as an extractor lists it.
protocol TemplateFormatStruct: SizedStruct {
  associatedtype Name
  var version: UInt32 { get }
  var template_bytes_max: UInt32 { get }
  var template_bytes_fixed: UInt32 { get }
  var reserved: UInt32 { get }
  var name: Name { get }
}

/// A sample that is to be refused.
struct OtherSample<Lent: LentSample> {
  /// What is wrong with it: "sound of another rate".
  let words: String
  let wanted: [imp_status]
  let lent: Lent

  init(_ words: String, _ wanted: [imp_status], _ lent: Lent) {
    self.words = words
    self.wanted = wanted
    self.lent = lent
  }
}
