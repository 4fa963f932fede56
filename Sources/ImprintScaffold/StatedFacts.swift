// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// What a plugin's code says of itself in the file that the templates have for it: the same facts as its
/// manifest.
///
/// Read as text: nothing is compiled, loaded or run. Where an author says a fact elsewhere, or by a
/// calculation, it is seen once the plugin is built: `plugin check` compares the library's own description.
public struct StatedFacts: Sendable {
  /// The files that are looked for beside a manifest.
  public static let fileNames = ["identity.h", "Identity.swift"]
  /// Far more than such a file has, in bytes.
  public static let mostBytes = 1 << 16

  /// A statement of the file, in its order; a name may be there several times, in the branches of an `#if`.
  struct Statement: Hashable {
    let name: String
    let literal: String
    let line: Int
  }

  let isSwift: Bool
  let place: String
  let statements: [Statement]

  /// Takes the file's bytes, which are anybody's.
  /// - Parameter place: its path: one of ``fileNames``, in any folder.
  /// - Throws: ``FactProblem`` `facts-file` where they are no UTF-8 text, or too many.
  public init(parsing bytes: [UInt8], place: String) throws(FactProblem) {
    guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw FactProblem(
        .file, place: place, reason: "it is not UTF-8 text of at most \(Self.mostBytes) bytes.",
        remedy: "Keep in it only what identifies the plugin, and the rest in other files.")
    }
    isSwift = place.hasSuffix(".swift")
    self.place = place
    let isSwift = isSwift
    statements = Self.withoutComments(text).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated().compactMap { index, line in
      (isSwift ? Self.swift(line) : Self.c(line)).map {
        Statement(name: String($0.name), literal: String($0.literal), line: index + 1)
      }
    }
  }

  /// Compares them with the manifest.
  /// - Returns: how many facts are the same, and what could not be compared.
  /// - Throws: ``FactsError`` `facts-differ`.
  public func compare(with manifest: PluginManifest) throws(FactsError) -> (same: Int, unread: [FactProblem])
  {
    var (same, different, unread): (Int, [FactProblem], [FactProblem]) = (0, [], [])
    for fact in Fact.all(of: manifest, isSwift: isSwift) {
      let said = statements.filter { $0.name == fact.name }
      if said.isEmpty, !fact.mayBeLeftOut {
        unread.append(
          problem(.unread, fact, nil, "it does not state \(fact.name).", "State it there, as a literal."))
      }
      for statement in said {
        guard let value = fact.kind.value(of: Substring(statement.literal)) else {
          unread.append(
            problem(
              .unread, fact, statement.line,
              "its value of \(fact.name) is not a literal, and is not compared.",
              "Write it as a literal."))
          continue
        }
        if fact.accepts(value) {
          same += 1
        } else {
          different.append(
            problem(
              .differs, fact, statement.line,
              "it says \(fact.name) \(value.prefix(64)), but \(fact.said).",
              fact.remedy))
        }
      }
    }
    if let error = FactsError(different) { throw error }
    return (same, unread)
  }

  private func problem(
    _ code: FactProblem.Code, _ fact: Fact, _ line: Int?, _ reason: String, _ remedy: String
  ) -> FactProblem {
    FactProblem(code, place: place + (line.map { ":\($0)" } ?? ""), reason: reason, remedy: remedy)
  }
}

// MARK: Reading

extension StatedFacts {
  /// `#define NAME literal`
  private static func c(_ line: Substring) -> (name: Substring, literal: Substring)? {
    trimmed(line).wholeMatch(of: /#\s*define\s+(\w+)\s+(.*)/).map { ($0.1, trimmed($0.2)) }
  }

  /// `static let name: Type = literal`
  private static func swift(_ line: Substring) -> (name: Substring, literal: Substring)? {
    let statement = trimmed(line.last == ";" ? line.dropLast() : line)
    return statement.wholeMatch(of: /(?:[a-z]+\s+)?static\s+(?:let|var)\s+(\w+)\s*(?::[^=]*)?=(.*)/)
      .map { ($0.1, trimmed($0.2)) }
  }

  /// Here, and not in the patterns: they would look at a line full of spaces once for each of them.
  private static func trimmed(_ line: Substring) -> Substring {
    let start = line.drop(while: \.isWhitespace)
    return start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)]
  }

  /// Comments become one space each, as compilers read them; lines stay where they are.
  private static func withoutComments(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    var quote: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      if let open = quote {
        kept.append(scalar)
        if scalar == "\\", let next = rest.popFirst() {
          kept.append(next)
        } else if scalar == open || scalar == "\n" {
          quote = nil
        }
      } else if scalar == "/", rest.first == "/" {
        rest = rest.drop { $0 != "\n" }
      } else if scalar == "/", rest.first == "*" {
        rest.removeFirst()
        kept.append(" ")
        var last: Unicode.Scalar = " "
        while let inside = rest.popFirst(), !(last == "*" && inside == "/") {
          if inside == "\n" { kept.append(inside) }
          last = inside
        }
      } else {
        if scalar == "\"" || scalar == "'" { quote = scalar }
        kept.append(scalar)
      }
    }
    return String(kept)
  }
}
