// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import ImprintPluginKit

/// The formats of templates that are made and compared. Two templates of one format are compared, and never
/// two of different ones: the host keeps them apart by their names, and each is read by its own bytes.
enum PrintFormat: String, CaseIterable {
  /// Our own: minutiae and the orientation field.
  case edges = "imprint.finger-edges"
  /// A record by ISO/IEC 19794-2:2005 of one view: other vendors' too.
  case record = "iso-19794-2-2005"
  /// The compact card format of the same standard in a frame, in any order but an extended one.
  case card = "imprint.finger-card"

  var made: FingerFormat {
    FingerFormat(
      name: rawValue, version: 1, templates: .atMost(bytes: mostMadeBytes),
      resolutions: EdgeExtractor.resolutions)
  }

  var compared: MatcherFormat {
    MatcherFormat(
      name: rawValue, modality: .finger, reads: 1...1, templates: .atMost(bytes: mostBytes),
      isSymmetric: false, similarities: EdgeComparer.similarities)
  }

  /// Without the field, which has no room in an entry, what is found in our own format is compared again.
  var search: SearchForm {
    SearchForm(
      name: "\(rawValue).packed", of: compared, entryBytes: Int(IMP_FINGER_ENTRY), isExact: self != .edges)
  }

  private var mostMadeBytes: Int {
    switch self {
    case .edges: EdgeTemplate.mostBytes
    case .record: RecordTemplate.mostMadeBytes
    case .card: CardTemplate.mostMadeBytes
    }
  }

  private var mostBytes: Int {
    switch self {
    case .edges: EdgeTemplate.mostBytes
    case .record: RecordTemplate.mostBytes
    case .card: CardTemplate.mostBytes
    }
  }

  func write(_ print: Print, quality: UInt8, finger: Finger) -> [UInt8] {
    switch self {
    case .edges: EdgeTemplate.write(print, quality: quality, position: UInt8(finger.position.rawValue))
    case .record: RecordTemplate.write(print, quality: quality, finger: finger)
    case .card: CardTemplate.write(print)
    }
  }

  /// Reads untrusted bytes, ready to be compared.
  /// - Throws: `.templateFormat`, `.templateVersion`, `.templateDamaged`.
  func read(_ template: TemplateView) throws(PluginFailure) -> Print {
    let print = Print()
    let fault = template.bytes.withUnsafeBytes { bytes in
      switch self {
      case .edges: EdgeTemplate.read(bytes, into: print)
      case .record: RecordTemplate.read(bytes, into: print)
      case .card: CardTemplate.read(bytes, into: print)
      }
    }
    if let fault { throw fault }
    print.prepare()
    return print
  }

  static func damaged(_ reason: String) -> PluginFailure {
    PluginFailure(.templateDamaged, "The template was damaged: \(reason). Use another copy, or enrol again.")
  }
}
