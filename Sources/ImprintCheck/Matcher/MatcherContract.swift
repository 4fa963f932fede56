// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// Templates for matchers.
enum MatcherContract: FormatContract {
  typealias Table = imp_matcher_ability

  static let name = "matcher"
  static let object = "matcher"

  static func problem(of format: Format) -> String? {
    let (least, most) = (format.reads_version_min, format.reads_version_max)
    if modality(of: format) == nil { return "modality \(format.modality), which is undefined" }
    if least > most { return "that it reads versions \(least) to \(most)" }
    if format.symmetric > 1 { return "symmetric \(format.symmetric); 0 or 1 is expected" }
    if format.fuses_version != 0, !(least...most).contains(format.fuses_version) {
      return "fuses_version \(format.fuses_version), but that it reads versions \(least) to \(most)"
    }
    let (low, high) = (format.similarity_min, format.similarity_max)
    return low.isFinite && high.isFinite && low < high ? nil : "similarities \(low) to \(high)"
  }

  static func expectUsable(_ format: Format) throws {
    try expect(
      (1...UInt32(Template.maximumPayload)).contains(format.template_bytes_max),
      "it lists templates of \(format.template_bytes_max) bytes.", place: place("formats"))
  }

  static func words(of format: Format) -> String {
    words(
      modality(of: format)?.name ?? "", (format.reads_version_min, format.reads_version_max), format.bytes,
      isSymmetric: format.symmetric == 1, (format.similarity_min, format.similarity_max),
      fuses: format.fuses_version)
  }

  static func declared(by manifest: PluginManifest) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: manifest.compares.map {
        let (reads, similarities) = ($0.reads, $0.similarities)
        return (
          $0.algorithm,
          words(
            $0.modality.name, (reads.lowerBound, reads.upperBound), $0.templateBytes,
            isSymmetric: $0.isSymmetric, (similarities.lowerBound, similarities.upperBound),
            fuses: $0.fuses ?? 0)
        )
      })
  }

  private static func modality(of format: Format) -> Modality? {
    UInt8(exactly: format.modality).flatMap(Modality.init(rawValue:))
  }

  private static func words(
    _ modality: String, _ reads: (UInt32, UInt32), _ bytes: TemplateBytes, isSymmetric: Bool,
    _ similarities: (Float, Float), fuses: UInt32
  ) -> String {
    "\(modality), versions \(reads.0) to \(reads.1), \(bytes) bytes, \(isSymmetric ? "" : "not ")symmetric, "
      + "similarities \(similarities.0) to \(similarities.1), "
      + (fuses == 0 ? "not fused" : "fused to version \(fuses)")
  }
}

extension imp_matcher_format: TemplateFormatStruct {
  var firstVersion: UInt32 { reads_version_min }
  /// It has no such field.
  var reserved: UInt32 { 0 }
}
