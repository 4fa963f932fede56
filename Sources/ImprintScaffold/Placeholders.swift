// SPDX-License-Identifier: Apache-2.0

/// What stands in templates as `@NAME@`, and what is written in its place.
struct Placeholders {
  private var values: [String: String]

  init(_ names: PluginNames, kind: PluginKind, language: PluginLanguage, architecture: String) {
    values = [
      "ID": names.id, "LIBRARY": names.library, "MODULE": names.module, "ALGORITHM": names.algorithm,
      "NAME": names.name, "KIND": kind.rawValue, "LANGUAGE": language.rawValue,
      "ARCHITECTURE": architecture, "MAGIC": TemplateMagic(ofFormat: names.algorithm).literal,
      // The abilities, as each language names them, and the Swift type that has them.
      "ABILITIES_C": kind.abilities.map(\.macroName).joined(separator: ", "),
      "ABILITIES_SWIFT": kind.abilities.map(\.memberName).joined(separator: ", "),
      "TYPE": kind.parts[0].typeName, "FACTS": language == .swift ? "Identity.swift" : "identity.h",
      // What is said of templates; a part of whatever makes them says it.
      "FORMAT": "",
      // The vendor is anybody's text: each place has its own way to quote it.
      "VENDOR_YAML": Quoting.yaml(names.vendor), "VENDOR_C": Quoting.c(names.vendor),
      "VENDOR_SWIFT": Quoting.swift(names.vendor),
    ]
  }

  /// What the code says of its templates' length is what the manifest says.
  mutating func readTemplateBytes(inManifest text: String) {
    if let found = text.firstMatch(of: /templateBytes: (\d+)/) { values["TEMPLATE_BYTES"] = String(found.1) }
  }

  mutating func add(_ name: String, _ text: String) { values[name] = text }

  /// - Throws: `brokenTemplate` for a name that is not known: the template is of another version.
  func fill(_ template: String, place: String) throws(ScaffoldError) -> String {
    var filled = ""
    var rest = template[...]
    while let at = rest.firstIndex(of: "@") {
      filled += rest[..<at]
      let after = rest.index(after: at)
      guard let end = rest[after...].firstIndex(where: { !Self.isOfName($0) }), end > after,
        rest[end] == "@"
      else {
        filled += "@"
        rest = rest[after...]
        continue
      }
      let name = String(rest[after..<end])
      guard let value = values[name] else {
        throw ScaffoldError(
          .brokenTemplate, place: place, reason: "it has the unknown placeholder '@\(name)@'.",
          remedy: "Install templates and sdkctl of the same version.")
      }
      filled += value
      rest = rest[rest.index(after: end)...]
    }
    return filled + rest
  }

  private static func isOfName(_ character: Character) -> Bool {
    character == "_" || ("A"..."Z").contains(character)
  }
}

/// Text without control characters, as it stands between the quotes of a language.
enum Quoting {
  static func yaml(_ text: String) -> String { escaped(text, "\"\\") }
  static func swift(_ text: String) -> String { escaped(text, "\"\\") }
  /// `?` too: in C two of them and a third character are another character.
  static func c(_ text: String) -> String { escaped(text, "\"\\?") }

  private static func escaped(_ text: String, _ special: String) -> String {
    var escaped = String.UnicodeScalarView()
    // By scalars: a combining mark would hide the quote it follows.
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
