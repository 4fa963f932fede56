// SPDX-License-Identifier: Apache-2.0

extension SettingsReader {
  /// The schema of trust settings.
  public static let trustSchema = TrustSchema.version

  /// Reads trust settings from bytes; `place` names them in problems. Warnings are errors here: a misspelt
  /// restriction would restrict nothing.
  public static func trustSettings(bytes: [UInt8], place: String) throws(ManifestError) -> TrustSettings {
    try SchemaReader.read(
      bytes, place: place, schema: TrustSchema.root, TrustSchema.version, strict: true, check: check,
      build: TrustSettingsBuilder(file: place).settings
    ).manifest
  }

  private static func check(_ root: YamlNode, into problems: inout ProblemList) {
    for (index, publisher) in (root["publishers"]?.items ?? []).enumerated() where publisher["key"] == nil {
      if publisher["name"] == nil {
        problems.add(
          .missingKey, at: publisher.start, key: "publishers[\(index)].name",
          reason: "A publisher has neither 'name' nor 'key'.", remedy: "Give one of them, or both.")
      } else if publisher["ids"] != nil {
        // A root added later may certify another holder of the same name.
        problems.add(
          .missingKey, at: publisher.start, key: "publishers[\(index)].key",
          reason: "A publisher with 'ids' has no 'key'.",
          remedy: "Give its key, as `sdkctl plugin verify` shows it: another root may certify the same name.")
      }
    }
    for item in root["waived"]?.items ?? [] {
      guard let check = item.text, !CheckWaivability.isWaivable(check) else { continue }
      problems.add(
        .wrongForm, at: item.start, key: "waived",
        reason: "'\(check)' shows that something forbidden is not done, so its failure is never accepted.",
        remedy: "Take it out.")
    }
  }
}
