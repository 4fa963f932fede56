// SPDX-License-Identifier: Apache-2.0

/// Reads a file of YAML by its schema: what readers of manifests and of settings have in common.
package enum SchemaReader {
  /// The longest file there may be.
  package static let maximumBytes = 256 * 1024
  /// So many problems are gathered, and so many warnings; then reading ends.
  package static let maximumProblems = 64

  /// What a file holds; a longer one is refused unread.
  package static func bytes(of path: String) throws(ManifestError) -> [UInt8] {
    do throws(ManifestProblem) {
      return try ManifestFile.read(path, maximum: maximumBytes)
    } catch {
      throw ManifestError(error)
    }
  }

  /// The tree of a file's bytes, and all that its schema does not allow; `place` names them in problems.
  /// - Parameter closed: keys at the top below which no unknown key is passed over.
  package static func tree(
    of bytes: [UInt8], place: String, schema: Schema, _ version: SchemaVersion, closed: [String] = []
  ) throws(ManifestError) -> (YamlNode, ProblemList) {
    do throws(ManifestProblem) {
      guard bytes.count <= maximumBytes else { throw ManifestFile.tooLarge(place, maximum: maximumBytes) }
      var (root, problems) = try YamlReader.read(bytes, file: place)
      try checkVersion(of: root, version, into: &problems)
      SchemaChecker.check(root, schema, closed: closed, into: &problems)
      return (root, problems)
    } catch {
      throw ManifestError(error)
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
