// SPDX-License-Identifier: Apache-2.0

/// Reads a file of YAML by its schema: what readers of manifests and of settings have in common.
package enum SchemaReader {
  /// The longest file there may be.
  package static let maximumBytes = 256 * 1024
  /// So many problems are gathered, and so many warnings; then reading ends.
  package static let maximumProblems = 64

  /// What a file holds; a longer one is refused unread.
  package static func bytes(of path: String) throws(ManifestError) -> [UInt8] {
    try judged { () throws(ManifestProblem) in try ManifestFile.read(path, maximum: maximumBytes) }
  }

  /// Reads bytes by a schema; `place` names them in problems.
  /// - Parameters:
  ///   - closed: keys at the top below which a key that is not known is an error: ``SchemaChecker``.
  ///   - strict: whether what is a warning in other files is an error in this one: what is misspelt there
  ///     would allow what it was to forbid.
  ///   - check: adds what the schema cannot say.
  ///   - build: makes what the file says of its tree, in which nothing is wrong.
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

  /// What goes wrong, as an error of the whole file.
  package static func judged<Value>(
    _ work: () throws(ManifestProblem) -> Value
  ) throws(ManifestError) -> Value {
    do throws(ManifestProblem) { return try work() } catch { throw ManifestError(error) }
  }

  /// The tree of a file's bytes, and all that its schema does not allow; `place` names them in problems.
  /// - Parameter closed: keys at the top below which no unknown key is passed over.
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

  /// Another major version ends the reading: what its keys mean is not known here.
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
