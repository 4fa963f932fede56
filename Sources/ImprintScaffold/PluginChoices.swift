// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

extension PluginKind {
  private var words: [Substring] { rawValue.split(separator: "-") }

  /// Those whose abilities it has: what compares templates makes them as well.
  var parts: [PluginKind] { self == .matcher ? [.faceExtractor, .matcher] : [self] }

  /// What the contract's headers call its ability: `IMP_FACE_TRACKER_ID`.
  var macroName: String { "IMP_\(words.map { $0.uppercased() }.joined(separator: "_"))_ID" }

  /// What the kit calls its ability: `.faceTracker`.
  var memberName: String { ".\(typeName.prefix(1).lowercased())\(typeName.dropFirst())" }

  /// What the templates in Swift call it: `FaceTracker`.
  var typeName: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

  /// - Throws: ``ScaffoldError`` `unknownKind`, with the nearest word there is.
  public init(named name: String) throws(ScaffoldError) {
    guard let kind = PluginKind(rawValue: name) else {
      throw .unknownWord(name, .unknownKind, what: "kind", among: Self.allCases.map(\.rawValue))
    }
    self = kind
  }
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
