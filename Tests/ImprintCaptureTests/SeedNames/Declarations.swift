// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// Swift files of the package.
enum Sources {
  struct File {
    /// Without its extension.
    let name: String
    let text: String
  }

  /// - Parameter folder: from the package's own.
  static func read(_ folder: String) throws -> [File] {
    let root = BuiltProducts.package.appending(path: folder)
    let paths = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (paths?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }.map {
      File(
        name: $0.deletingPathExtension().lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
    }
  }
}

/// What the modules declare that an application imports. Read as text: which files declare or extend a type,
/// and whether a line of one of those declares the member.
struct Declarations {
  /// The files that declare or extend each type, in lines.
  private var files: [String: [[[Substring]]]] = [:]
  private var declared: Set<String> = []
  /// Their functions are as public as they are.
  private var protocols: Set<String> = []

  private static let modules = [
    "Imprint", "ImprintAudio", "ImprintCapture", "ImprintCaptureSession", "ImprintFingerCapture",
    "ImprintImaging", "ImprintListening", "ImprintLockout", "ImprintMatching", "ImprintModel",
    "ImprintRuntime", "ImprintSession", "ImprintSpeech", "ImprintStore", "ImprintVoice",
  ]
  private static let kinds: Set<Substring> = [
    "actor", "class", "enum", "extension", "protocol", "struct", "typealias",
  ]
  private static let members: Set<Substring> = ["case", "func", "init", "let", "var"]

  init() throws {
    for module in Self.modules {
      for file in try Sources.read("Sources/\(module)") {
        let lines = file.text.split(separator: "\n").filter { !Self.isComment($0) }.map(Self.words)
        var types: Set<String> = []
        for words in lines {
          guard let kind = words.firstIndex(where: { Self.kinds.contains($0) }), kind + 1 < words.count,
            words[..<kind].allSatisfy({ ["public", "final", "indirect"].contains($0) })
          else { continue }
          let type = String(words[kind + 1])
          types.insert(type)
          if words[kind] != "extension" { declared.insert(type) }
          if words[kind] == "protocol" { protocols.insert(type) }
        }
        for type in types { files[type, default: []].append(lines) }
      }
    }
  }

  private static func isComment(_ line: Substring) -> Bool {
    line.drop { $0 == " " }.hasPrefix("//")
  }

  private static func words(_ line: Substring) -> [Substring] {
    // The pattern of a `switch` is no declaration.
    guard !line.contains("case .") else { return [] }
    return line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// The cases of a public enum, each of which has a line of its own; `nil` where there is no such enum.
  func cases(of type: String) -> [String]? {
    for lines in files[type] ?? [] {
      let start = ["public", "enum", Substring(type)]
      guard let first = lines.firstIndex(where: { $0.starts(with: start) }) else { continue }
      // Up to whatever is declared next.
      let others = lines[(first + 1)...].prefix { words in
        guard let kind = words.first(where: { Self.kinds.contains($0) }) else { return true }
        return words.first != "public" && words.first != kind
      }
      return others.filter { $0.first == "case" && $0.count > 1 }.map { String($0[1]) }
    }
    return nil
  }

  /// - Parameter name: a type's, or a member's after its type's and a dot.
  func has(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    guard parts.count > 1, let member = parts.last else { return declared.contains(name) }
    let type = String(parts[parts.count - 2])
    guard declared.contains(type) else { return false }
    return files[type]?.contains { lines in
      lines.contains { words in
        guard let first = words.firstIndex(where: { Self.members.contains($0) }) else { return false }
        if words[first] == "case" { return words[(first + 1)...].contains(member) }
        let isPublic = words[..<first].contains("public") || protocols.contains(type)
        return isPublic && first + 1 < words.count && words[first + 1] == member
      }
    } == true
  }
}
