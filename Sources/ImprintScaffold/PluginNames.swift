// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

/// A new plugin's names: those its author chose, and those that follow.
struct PluginNames {
  let id: String
  let vendor: String

  /// - Throws: `badID`, `badVendor`: by the manifest's own rules.
  init(id: String, vendor: String?) throws(ScaffoldError) {
    if let allowed = ManifestValue.fault(of: id, forPluginKey: "id") {
      throw ScaffoldError(
        .badID, place: String(id.prefix(64)), reason: "it must be \(allowed).",
        remedy: Self.suggestion(for: id).map { "Did you mean '\($0)'?" }
          ?? "Begin with your domain name, reversed.")
    }
    let vendor = vendor ?? String(id[..<(id.lastIndex(of: ".") ?? id.endIndex)].prefix(60))
    if let allowed = ManifestValue.fault(of: vendor, forPluginKey: "vendor") {
      throw ScaffoldError(
        .badVendor, place: "--vendor", reason: "it must be \(allowed).",
        remedy: "Give the name of a person or company.")
    }
    self.id = id
    self.vendor = vendor
  }

  /// The last part of the id, which says what it is: `acme-matcher`.
  private var last: Substring { id[(id.lastIndex(of: ".").map { id.index(after: $0) } ?? id.startIndex)...] }

  /// For people: `Acme matcher`.
  var name: String {
    let words = last.split(separator: "-").joined(separator: " ")
    return String((words.prefix(1).uppercased() + words.dropFirst()).prefix(60))
  }

  /// `libAcmeMatcher.so`.
  var library: String {
    let words = last.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return "lib\(words.joined().prefix(100)).so"
  }

  /// A Swift module's name. Of the whole id: no two plugins in a process have the same, and none has that of
  /// a module of the system.
  var module: String { String(id.map { $0 == "." || $0 == "-" ? "_" : $0 }) }

  /// The template format's name, at most 63 bytes: the id. Of a longer one the end, with enough of its hash
  /// to tell it from others that end so.
  var algorithm: String {
    guard id.utf8.count > 63 else { return id }
    // No id begins with a digit, so none that is short enough to be a name is this one.
    return "0." + ContentHash(of: Array(id.utf8)).hex.prefix(16) + "." + id.suffix(44)
  }

  /// An id that the rules allow and that looks alike.
  private static func suggestion(for id: String) -> String? {
    let allowed = id.lowercased().unicodeScalars.map { scalar -> Character in
      let isAllowed = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "."
      return isAllowed ? Character(scalar) : "-"
    }
    let parts = String(allowed).split(separator: ".").map { part in
      part.drop { $0 == "-" }.split(separator: "-").joined(separator: "-")
    }.filter { !$0.isEmpty }
    let joined = parts.joined(separator: ".")
    let candidate = parts.count == 1 ? "org.example.\(joined)" : joined
    return ManifestValue.fault(of: candidate, forPluginKey: "id") == nil ? candidate : nil
  }
}
