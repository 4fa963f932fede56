// SPDX-License-Identifier: Apache-2.0

extension ManifestReader {
  /// The schema that trust settings are read by.
  public static let trustSchema = TrustSchema.version

  /// Reads trust settings from bytes; `place` names them in problems. What is a warning in other files is an error
  /// here: a restriction that is misspelt would restrict nothing.
  public static func trustSettings(bytes: [UInt8], place: String) throws(ManifestError) -> TrustSettings {
    var (root, problems) = try tree(of: bytes, place: place, schema: TrustSchema.root, TrustSchema.version)
    for (index, publisher) in (root["publishers"]?.items ?? []).enumerated()
    where publisher["name"] == nil && publisher["key"] == nil {
      problems.add(
        .missingKey, at: publisher.start, key: "publishers[\(index)].name",
        reason: "A publisher has neither 'name' nor 'key'.", remedy: "Give one of them, or both.")
    }
    if let error = problems.error { throw error }
    let warnings = problems.sortedWarnings
    if let first = warnings.first { throw ManifestError(first, Array(warnings.dropFirst())) }
    do throws(ManifestProblem) {
      return try TrustSettingsBuilder(file: place).settings(root)
    } catch {
      throw ManifestError(error)
    }
  }
}
