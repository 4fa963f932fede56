// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

/// One thing that a plugin's manifest and its code both say.
struct Fact: Sendable {
  /// What the code calls it.
  let name: String
  let kind: FactKind
  /// What the manifest says: one of these.
  let values: [String]
  /// Who says that, for people: `plugin.yaml` unless said otherwise.
  var source = "plugin.yaml says"
  var remedy = "Correct the one that is wrong: a host refuses a plugin if the two differ."
  /// Whether a file without it is as good.
  var mayBeLeftOut = false

  /// Who says what, for people.
  var said: String { "\(source) \(values.joined(separator: ", ").prefix(64))" }

  func accepts(_ value: String) -> Bool {
    // As bytes: a host does not take two ways to write a letter for the same.
    values.contains { $0.utf8.elementsEqual(value.utf8) }
  }

  /// All that a file of a language says.
  static func all(of manifest: PluginManifest, isSwift: Bool) -> [Fact] {
    func fact(_ c: String, _ swift: String, _ kind: FactKind, _ values: [some CustomStringConvertible])
      -> Fact
    {
      Fact(name: isSwift ? swift : c, kind: kind, values: distinct(values.map(\.description)))
    }
    // Code names no revision: it is that of the headers.
    let abilities = manifest.provides.map(\.name).joined(separator: ", ")
    // The code of a library of many says who that is, and what several plugins have.
    let many = manifest.library.ofMany
    let own =
      [
        fact("PLUGIN_ID", "id", .text, [many?.id ?? manifest.id]),
        fact("PLUGIN_VERSION", "version", .text, [many?.version ?? manifest.version]),
        fact("PLUGIN_VENDOR", "vendor", .text, [many?.vendor ?? manifest.vendor]),
      ] + (many == nil ? [fact("PLUGIN_ABILITIES", "provides", .abilities, [abilities])] : [])
    if many != nil { return own }
    let (extracts, compares) = (manifest.extracts, manifest.compares)
    // Where there are several formats, a fact may be that of any of them.
    let formats = distinct(extracts.map(\.format.algorithm) + compares.map(\.algorithm))
    let ofFormats = [
      fact("TEMPLATE_FORMAT", "templateFormat", .text, formats),
      fact("TEMPLATE_VERSION", "templateVersion", .integer, extracts.map(\.format.version)),
      fact(
        "TEMPLATE_BYTES", "templateBytes", .integer,
        extracts.map(\.templateBytes.maximum) + compares.map(\.templateBytes.maximum)),
      fact("NEEDS_FACE", "needsFace", .flag, extracts.filter { $0.modality == .face }.map(\.needsFace)),
    ]
    let similarities = compares.map(\.similarities)
    let (lowest, highest) = (
      similarities.map { FactKind.number($0.lowerBound) }, similarities.map { FactKind.number($0.upperBound) }
    )
    let reads = compares.map(\.reads)
    let ranges =
      isSwift
      ? [
        fact("", "reads", .integers, reads),
        fact("", "similarities", .numbers, zip(lowest, highest).map { "\($0)...\($1)" }),
      ]
      : [
        fact("MATCHER_READS_MIN", "", .integer, reads.map(\.lowerBound)),
        fact("MATCHER_READS_MAX", "", .integer, reads.map(\.upperBound)),
        fact("MATCHER_SIMILARITY_MIN", "", .number, lowest),
        fact("MATCHER_SIMILARITY_MAX", "", .number, highest),
      ]
    let ofMatching = [
      fact("MATCHER_SYMMETRIC", "isSymmetric", .flag, compares.map(\.isSymmetric)),
      fact("MATCHER_FUSES", "fuses", .integer, compares.map { $0.fuses ?? 0 }),
    ]
    return (own + ofFormats + ranges + ofMatching).filter { !$0.values.isEmpty }
      + (formats.isEmpty ? [] : [magic(of: formats, named: isSwift ? "templateMagic" : "TEMPLATE_MAGIC")])
  }

  /// A format of another name has another magic: else the one would pass for the other.
  private static func magic(of formats: [String], named name: String) -> Fact {
    let own = formats.map { TemplateMagic(ofFormat: $0).literal }
    var fact = Fact(name: name, kind: .bytes, values: own)
    fact.source = "that of the format '\(formats.joined(separator: "' or '"))' is"
    fact.remedy =
      "Write \(own.joined(separator: " or ")); or omit \(name), if the format already has another one."
    fact.mayBeLeftOut = true
    return fact
  }

  private static func distinct(_ values: [String]) -> [String] {
    values.indices.filter { !values[..<$0].contains(values[$0]) }.map { values[$0] }
  }
}
