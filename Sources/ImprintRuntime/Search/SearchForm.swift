// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// How a plugin lays out templates of one format for searching.
public struct SearchForm: Sendable, Hashable {
  /// Its name, unique within the plugin.
  public let name: String
  /// The name of the templates' format.
  public let algorithm: String
  /// The length of each prepared template in bytes.
  public let entryBytes: Int
  /// Whether similarities are exactly those of ``Matcher/compare(probe:reference:)``; else they approximate
  /// them.
  public let isExact: Bool

  static let entryLengths = 16...65_536

  init(_ raw: imp_search_form) throws(ContractBreach) {
    try checkSize(of: raw)
    name = try FixedText.read(raw.name, "a form's name")
    algorithm = try FixedText.read(raw.format, "a form's format")
    guard TemplateFormat(algorithm: name, version: 1) != nil,
      TemplateFormat(algorithm: algorithm, version: 1) != nil
    else { throw ContractBreach("`\(name)` of `\(algorithm)` is not a valid form.") }
    entryBytes = Int(raw.entry_bytes)
    guard Self.entryLengths.contains(entryBytes), entryBytes.isMultiple(of: 16), raw.exact <= 1,
      raw.reserved == 0
    else {
      throw ContractBreach(
        "\(name) has invalid fields: entry_bytes \(raw.entry_bytes), exact \(raw.exact), reserved \(raw.reserved)."
      )
    }
    isExact = raw.exact == 1
  }

  /// The forms that a plugin lists, each of a format that it compares.
  static func listed(by plugin: OpenPlugin) throws(PluginCallError) -> [SearchForm] {
    let function = "matcher-search.forms"
    let table = try plugin.table(imp_matcher_search_ability.self)
    let forms = try plugin.list(function, of: sized(imp_search_form())) {
      table.pointee.forms(plugin.handle.plugin, $0, $1)
    } read: { raw throws(ContractBreach) in
      try SearchForm(raw)
    }
    guard (1...16).contains(forms.count), Set(forms.map(\.name)).count == forms.count else {
      throw .misbehaved(
        plugin: plugin.id, function: function,
        "it has \(forms.count) forms; 1 to 16 are allowed, each name once.")
    }
    let compared = Set(plugin.manifest.compares.map(\.algorithm))
    guard let odd = forms.first(where: { !compared.contains($0.algorithm) }) else { return forms }
    throw .misbehaved(
      plugin: plugin.id, function: function,
      "its form \(odd.name) is of \(odd.algorithm), which it does not compare.")
  }
}
