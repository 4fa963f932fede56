// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

extension PluginKind {
  /// Those whose abilities it has: what compares templates makes them as well.
  var parts: [PluginKind] { self == .matcher ? [.faceExtractor, .matcher] : [self] }

  /// What it provides: the abilities of its parts, and what compares templates searches them.
  var abilities: [ProvidedAbility] {
    (parts.map(\.rawValue) + (self == .matcher ? ["matcher-search"] : [])).map(ProvidedAbility.init)
  }

  /// What the templates in Swift call it: `FaceTracker`.
  var typeName: String { ProvidedAbility(name: rawValue).typeName }

  /// - Throws: ``ScaffoldError`` `unknownKind`, with the nearest word there is.
  public init(named name: String) throws(ScaffoldError) {
    guard let kind = PluginKind(rawValue: name) else {
      throw .unknownWord(name, .unknownKind, what: "kind", among: Self.allCases.map(\.rawValue))
    }
    self = kind
  }
}

/// An ability of a new plugin: `face-tracker`.
struct ProvidedAbility: Sendable {
  let name: String

  private var words: [Substring] { name.split(separator: "-") }

  /// What the contract's headers call it: `IMP_FACE_TRACKER_ID`.
  var macroName: String { "IMP_\(words.map { $0.uppercased() }.joined(separator: "_"))_ID" }

  /// What the kit calls it: `.faceTracker`.
  var memberName: String { ".\(typeName.prefix(1).lowercased())\(typeName.dropFirst())" }

  /// `FaceTracker`.
  var typeName: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
}

/// The language a new plugin is written in.
public enum PluginLanguage: String, Sendable, Hashable, CaseIterable {
  case c
  case cpp = "c++"
  case swift

  /// - Throws: ``ScaffoldError`` `unknownLanguage`, with the nearest word there is.
  public init(named name: String) throws(ScaffoldError) {
    // What compilers and people call them.
    let aliases: [String: PluginLanguage] = ["C": .c, "cpp": .cpp, "cxx": .cpp, "C++": .cpp, "Swift": .swift]
    guard let language = PluginLanguage(rawValue: name) ?? aliases[name] else {
      throw .unknownWord(name, .unknownLanguage, what: "language", among: Self.allCases.map(\.rawValue))
    }
    self = language
  }

  /// Of the templates: a name without signs.
  var folder: String { self == .cpp ? "cpp" : rawValue }
}

extension ScaffoldError {
  fileprivate static func unknownWord(
    _ word: String, _ code: Code, what: String, among words: [String]
  ) -> ScaffoldError {
    let nearest = NearestWord.to(word, among: words).map { "Did you mean '\($0)'? " } ?? ""
    return ScaffoldError(
      code, place: String(word.prefix(64)), reason: "there is no template for this \(what).",
      remedy: "\(nearest)There are: \(words.joined(separator: ", ")).")
  }
}
