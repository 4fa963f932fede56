// SPDX-License-Identifier: Apache-2.0

/// Reads a file of YAML by its schema: shared by the readers of manifests and of settings.
package enum SchemaReader {
  /// The maximum length of a file.
  package static let maximumBytes = 256 * 1024
  /// The maximum number of problems, and of warnings, that are collected; then reading ends.
  package static let maximumProblems = 64

  /// A file's content; a longer one is refused unread.
  package static func bytes(of path: String) throws(ManifestError) -> [UInt8] {
    try judged { () throws(ManifestProblem) in try ManifestFile.read(path, maximum: maximumBytes) }
  }

  /// Reads bytes by a schema; `place` names them in problems.
  /// - Parameters:
  ///   - closed: top-level keys below which an unknown key is an error: ``SchemaChecker``.
  ///   - strict: whether warnings are errors: in these files a misspelt restriction would restrict nothing.
  ///   - check: adds checks that the schema cannot express.
  ///   - build: builds the result from the validated tree.
  package static func read<Value>(
    _ bytes: [UInt8], place: String, schema: Schema, _ version: SchemaVersion, closed: [String] = [],
    strict: Bool = false, check: (YamlNode, inout ProblemList) -> Void = { _, _ in },
    build: (YamlNode) throws(ManifestProblem) -> Value
  ) throws(ManifestError) -> ManifestReading<Value> {
    var (root, problems) = try tree(of: bytes, place: place, schema: schema, version, closed: closed)
    check(root, &problems)
    if let error = problems.error { throw error }
    if strict, let error = ManifestError(problems.sortedWarnings) { throw error }
    let value = try judged { () throws(ManifestProblem) in try build(root) }
    return ManifestReading(
      manifest: value, warnings: problems.sortedWarnings, sha256: ContentHash(of: bytes))
  }

  /// Turns problems into an error of the whole file.
  package static func judged<Value>(
    _ work: () throws(ManifestProblem) -> Value
  ) throws(ManifestError) -> Value {
    do throws(ManifestProblem) { return try work() } catch { throw ManifestError(error) }
  }

  /// The tree of a file's bytes, and all violations of its schema; `place` names them in problems.
  /// - Parameter closed: top-level keys below which unknown keys are errors.
  package static func tree(
    of bytes: [UInt8], place: String, schema: Schema, _ version: SchemaVersion, closed: [String] = []
  ) throws(ManifestError) -> (YamlNode, ProblemList) {
    try judged { () throws(ManifestProblem) in
      guard bytes.count <= maximumBytes else { throw ManifestFile.tooLarge(place, maximum: maximumBytes) }
      var (root, problems) = try YamlReader.read(bytes, file: place)
      try checkVersion(of: root, version, into: &problems)
      SchemaChecker.check(root, schema, closed: closed, into: &problems)
      return (root, problems)
    }
  }

  /// Another major version ends reading: its keys' meaning is unknown here.
  private static func checkVersion(
    of root: YamlNode, _ version: SchemaVersion, into problems: inout ProblemList
  ) throws(ManifestProblem) {
    guard let node = root["schema"], let text = node.scalar?.text, let found = SchemaVersion(text) else {
      return
    }
    if found.major != version.major {
      throw ManifestProblem(
        .otherSchema, file: problems.file, line: node.start.line, column: node.start.column, key: "schema",
        reason: "It is written for schema \(found); this version reads schema \(version.major).x.",
        remedy: found.major > version.major ? "Update Imprint." : "Update the manifest.")
    }
    if found > version {
      problems.warn(
        .newerSchema, at: node.start, key: "schema",
        reason: "It is written for schema \(found), which is newer than \(version); what is new is ignored.",
        remedy: "Update Imprint to use all of it.")
    }
  }
}
