// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// What an ability that makes templates of samples has of its own; all else is the same for every such
/// ability (``ExtractorProbe``, ``ExtractorCheckGroup``).
protocol ExtractorContract: FormatContract where Table.Format: ExtractedFormatStruct {
  /// What a template is made of, as checks draw it, and as a call lends it.
  associatedtype Sample: DrawnSample
  associatedtype Lent: LentSample where Lent.Sample == Sample

  /// What its templates are made of.
  static var modality: Modality { get }
  /// The name of what it lends: `imp_sound`.
  static var sampleStruct: String { get }
  /// What stands for any sample, and whom it shows: "sound", "voice".
  static var words: (sample: String, subject: String) { get }

  /// What a sample in good form may be refused with: that there is nobody in it, or too poorly.
  static var refusals: [imp_status] { get }

  static func extract(
    _ table: Table, _ extractor: OpaquePointer, _ lent: Lent, _ payload: UnsafeMutablePointer<imp_buffer>,
    _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status

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

extension ExtractorContract {
  static var object: String { "extractor" }
  static var refusals: [imp_status] { [IMP_E_SAMPLE, IMP_E_NO_SUBJECT, IMP_E_QUALITY, IMP_E_MANY_SUBJECTS] }

  static func words(of format: Format) -> String {
    words(format.version, format.bytes, needsFace: format.needsFace)
  }

  static func declared(by manifest: PluginManifest) -> [String: String] {
    let own = manifest.extracts.filter { $0.modality == modality }
    return Dictionary(
      uniqueKeysWithValues: own.map {
        ($0.format.algorithm, words($0.format.version, $0.templateBytes, needsFace: $0.needsFace))
      })
  }

  private static func words(_ version: UInt32, _ bytes: TemplateBytes, needsFace: Bool) -> String {
    "version \(version), \(bytes) bytes\(needsFace ? ", a face is needed" : "")"
  }
}

/// What checks draw for an extractor.
protocol DrawnSample: Sendable {
  /// For people: "3000 ms of voice 2 at 16000 frames a second".
  var words: String { get }
}

/// A sample in guarded memory, read-only, as a call lends it.
protocol LentSample: AnyObject {
  associatedtype Sample
  /// What describes it: `imp_sound`.
  associatedtype Header: SizedStruct

  /// - Parameter change: What is to be wrong about its description.
  init(_ sample: Sample, change: (inout Header) -> Void) throws
  /// Lends another sample of the same form at the same addresses.
  func replace(by sample: Sample)
  /// All of it.
  var memory: [GuardedMemory] { get }
}

extension LentSample {
  init(_ sample: Sample) throws { try self.init(sample) { _ in } }

  /// - Parameter sizedWrong: By how much its size field is not its size.
  init(_ sample: Sample, sizedWrong change: Int) throws {
    try self.init(sample, change: Header.wrong(by: change))
  }

  /// From now on reading any of it ends the process, for as long as this lives.
  func forbid() { for memory in memory { memory.forbid() } }
}

/// A format of templates, as an extractor lists it.
protocol ExtractedFormatStruct: TemplateFormatStruct, MadeFormatStruct {
  var needsFace: Bool { get }
}

extension ExtractedFormatStruct {
  var needsFace: Bool { false }
  var firstVersion: UInt32 { version }
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
