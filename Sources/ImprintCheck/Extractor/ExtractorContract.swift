// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// What is specific to one extractor ability; all else is common to extractors (``ExtractorProbe``,
/// ``ExtractorCheckGroup``).
protocol ExtractorContract: FormatContract where Table.Format: ExtractedFormatStruct {
  /// The sample type: as checks draw it, and as a call lends it.
  associatedtype Sample: DrawnSample
  associatedtype Lent: LentSample where Lent.Sample == Sample

  /// What its templates are made of.
  static var modality: Modality { get }
  /// The name of the lent struct: `imp_sound`.
  static var sampleStruct: String { get }
  /// The words for a sample and its source: "sound", "voice".
  static var words: (sample: String, subject: String) { get }

  /// The statuses that may refuse a valid sample: nobody in it, or too low a quality.
  static var refusals: [imp_status] { get }

  static func extract(
    _ table: Table, _ extractor: OpaquePointer, _ lent: Lent, _ payload: UnsafeMutablePointer<imp_buffer>,
    _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status

  /// A sample of a drawn person; one per number, the same on every machine.
  static func sample(_ person: Int, for format: Format) -> Sample
  /// Samples of a person, from the smallest accepted to the largest that a check has time for; extraction may
  /// be refused.
  static func samplesOfAllLengths(_ person: Int, for format: Format) -> [Sample]
  /// Samples without a person.
  static func samplesOfNobody(for format: Format, _ random: inout CheckRandom) -> [Sample]
  /// Samples to be refused as not of the format's kind: "sound of another rate". Wrong size fields are not
  /// among them.
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
    "version \(version), \(bytes) bytes\(needsFace ? ", needs a face" : "")"
  }
}

/// What checks draw for an extractor.
protocol DrawnSample: Sendable {
  /// For people: "3000 ms of voice 2 at 16000 frames a second".
  var words: String { get }
}

/// A sample in guarded read-only memory, as a call lends it.
protocol LentSample: AnyObject {
  associatedtype Sample
  /// What describes it: `imp_sound`.
  associatedtype Header: SizedStruct

  /// - Parameter change: The fault to put into its description.
  init(_ sample: Sample, change: (inout Header) -> Void) throws
  /// Lends another sample of the same form at the same addresses.
  func replace(by sample: Sample)
  /// All of it.
  var memory: [GuardedMemory] { get }
}

extension LentSample {
  init(_ sample: Sample) throws { try self.init(sample) { _ in } }

  /// - Parameter sizedWrong: The error of its size field.
  init(_ sample: Sample, sizedWrong change: Int) throws {
    try self.init(sample, change: Header.wrong(by: change))
  }

  /// From now on any read of it ends the process, for this object's lifetime.
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

/// An invalid sample.
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
