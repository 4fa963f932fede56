// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import ImprintSettings

// A root that goes takes with it the revocation lists that only it stood for: one that nobody trusted stands
// for would leave nothing trusted, the plugins of all other roots among it.
extension TrustChange {
  /// Trusts the roots of a file no more, and lets a revocation list of these settings that leads to none of
  /// the others count no more.
  /// - Throws: ``TrustError`` `revocation-list` where a list that other settings name leads to no other root.
  public mutating func removeRoot(path: String) throws(TrustError) {
    let remaining = file.settings.roots.filter { $0 != path && file.resolved($0) != path }
    guard remaining.count < file.settings.roots.count else { return }
    let before = file
    file.settings.roots = remaining
    let sentence = "the roots in \(path) are not trusted any more"
    guard let roots = Self.roots(of: [file] + others) else {
      // Which lists another root stands for cannot be said; what is wrong with that root is told at the next
      // start.
      told.append(sentence)
      return
    }
    for other in others where Self.isOrphan(other, under: roots) {
      file = before
      throw TrustError(
        .revocations, place: other.path,
        reason:
          "its revocation list leads to the root in \(path) and to no other; without that nothing would be trusted.",
        remedy: "First let that list count no more: \(Self.removal(from: other))")
    }
    told.append(sentence)
    if Self.isOrphan(file, under: roots) { removeRevocations() }
  }

  /// The command that lets the list of some settings count no more.
  static func removal(from file: TrustSettingsFile) -> String {
    "sdkctl trust revocations remove --trust \(ShellWord.quoted(file.path))"
  }

  /// The roots of all files; `nil` where one cannot be read.
  private static func roots(of files: [TrustSettingsFile]) -> [TrustAnchor]? {
    var roots: [TrustAnchor] = []
    for file in files {
      guard let more = try? TrustPolicy.roots(file) else { return nil }
      roots += more
    }
    return roots
  }

  /// Whether a list is whole, and leads to none of the roots. One that is damaged is told as that.
  private static func isOrphan(_ file: TrustSettingsFile, under roots: [TrustAnchor]) -> Bool {
    guard let path = file.settings.revocations.map(file.resolved),
      let bytes = try? TrustedFile.read(path, limit: RevocationList.mostBytes),
      let statement = try? SignedStatement(parsing: bytes, as: .pluginRevocations, place: path),
      let list = try? RevocationList(json: statement.payload, place: path)
    else { return false }
    return (try? statement.signer(under: roots, at: list.time)) == nil
  }
}
