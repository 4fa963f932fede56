// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import ImprintSettings

// Removing a root also removes the revocation lists that only it certified: a list without a trusted root
// would make everything untrusted, including the plugins of all other roots.
extension TrustChange {
  /// Removes the roots of a file, and a revocation list of these settings that chains to none of the others.
  /// - Throws: ``TrustError`` `revocation-list` if a list that other settings name chains to no other root.
  public mutating func removeRoot(path: String) throws(TrustError) {
    let remaining = file.settings.roots.filter { $0 != path && file.resolved($0) != path }
    guard remaining.count < file.settings.roots.count else { return }
    let before = file
    file.settings.roots = remaining
    let sentence = "the roots in \(path) are not trusted any more"
    guard let roots = Self.roots(of: [file] + others) else {
      // Which lists chain to the other roots is unknown; the error in that root is reported at the next
      // start.
      told.append(sentence)
      return
    }
    for other in others where Self.isOrphan(other, under: roots) {
      file = before
      throw TrustError(
        .revocations, place: other.path,
        reason:
          "its revocation list chains only to the root in \(path); without that nothing would be trusted.",
        remedy: "First remove that list: \(Self.removal(from: other))")
    }
    told.append(sentence)
    if Self.isOrphan(file, under: roots) { removeRevocations() }
  }

  /// The command that removes the list from some settings.
  static func removal(from file: TrustSettingsFile) -> String {
    "sdkctl trust revocations remove --trust \(ShellWord.quoted(file.path))"
  }

  /// The roots of all files; `nil` if one cannot be read.
  private static func roots(of files: [TrustSettingsFile]) -> [TrustAnchor]? {
    var roots: [TrustAnchor] = []
    for file in files {
      guard let more = try? TrustPolicy.roots(file) else { return nil }
      roots += more
    }
    return roots
  }

  /// Whether a list is intact and chains to none of the roots. A damaged one is reported as such.
  private static func isOrphan(_ file: TrustSettingsFile, under roots: [TrustAnchor]) -> Bool {
    guard let path = file.settings.revocations.map(file.resolved),
      let bytes = try? TrustedFile.read(path, limit: RevocationList.mostBytes),
      let statement = try? SignedStatement(parsing: bytes, as: .pluginRevocations, place: path),
      let list = try? RevocationList(json: statement.payload, place: path)
    else { return false }
    return (try? statement.signer(under: roots, at: list.time)) == nil
  }
}
