// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintSettings

@testable import ImprintManifest

/// Files that the tests read, found from this file's own place.
enum Samples {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

  static let cases: [String] = {
    let found = try? FileManager.default.contentsOfDirectory(atPath: tests.appending(path: "Fixtures").path)
    return (found ?? []).filter { !$0.contains(".") }.sorted()
  }()

  static func bytes(_ name: String, _ file: String = "plugin.yaml") throws -> [UInt8] {
    Array(try Data(contentsOf: tests.appending(path: "Fixtures/\(name)/\(file)")))
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// Paths of the YAML files in a folder of `manifests`.
  static func bundled(_ folder: String) throws -> [String] {
    let url = root.appending(path: "manifests/\(folder)")
    return try FileManager.default.contentsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(".yaml") }.sorted().map { url.appending(path: $0).path }
  }

  /// The good manifest with one piece of text replaced.
  static func good(_ old: String = "", with new: String = "") throws -> [UInt8] {
    let text = try text("good")
    guard !old.isEmpty else { return Array(text.utf8) }
    guard text.contains(old) else { throw CocoaError(.formatting) }
    return Array(text.replacingOccurrences(of: old, with: new).utf8)
  }
}

/// All that reading finds, as `expected.txt` writes it.
func findings(_ bytes: [UInt8]) -> [String] {
  func lines(_ kind: String, _ problems: [ManifestProblem]) -> [String] {
    problems.map {
      "\(kind) \($0.code.rawValue) \($0.line):\($0.column)\($0.key.isEmpty ? "" : " \($0.key)")"
    }
  }
  do {
    let reading = try ManifestReader.plugin(bytes: bytes, place: "plugin.yaml")
    return lines("warning", reading.warnings)
  } catch {
    return lines("error", error.problems) + lines("warning", error.warnings)
  }
}
