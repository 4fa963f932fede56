// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintSettings

/// Imports a newer revocation list.
public enum RevocationImport {
  /// Verifies a list under the trusted roots, and writes it to where the settings name one; else beside the
  /// settings, which then name it.
  ///
  /// - Parameters:
  ///   - path: the settings; `nil` for the user's.
  ///   - memory: records the list as the newest seen.
  /// - Returns: the list, and the file it lies in.
  /// - Throws: ``TrustError`` `revocation-list`, also for one older than one seen before.
  public static func take(
    _ bytes: [UInt8], into path: String? = nil, memory: TrustMemory = .standard
  ) async throws(TrustError) -> (list: RevocationList, path: String) {
    var change = try await TrustChange(named: path)
    // The roots of all settings in effect, ignoring their lists: this import may repair them.
    var search = try TrustSearch.standard(named: path)
    search = TrustSearch(
      files: search.files.map {
        var file = $0
        file.settings.revocations = nil
        return file
      })
    let policy = try TrustPolicy(search)
    let list = try RevocationList.verify(bytes, under: policy.roots, place: "revocation list")
    if let seen = try memory.number(ofList: list.name), list.number < seen {
      throw TrustError(
        .revocations, place: "revocation list '\(list.name)'",
        reason: "it has number \(list.number), and number \(seen) was seen here before.",
        remedy: "Get the newest one from its issuer.")
    }
    let target = change.file.settings.revocations.map(change.file.resolved) ?? beside(change.file.path)
    if target.hasPrefix("/") { try Folder<TrustError>.makeParents(of: target) }
    try Folder<TrustError>.write(bytes, to: target, mode: 0o644)
    if change.file.settings.revocations == nil {
      change.setRevocations(path: target)
      try change.write()
    }
    try memory.note(list.number, ofList: list.name)
    return (list, target)
  }

  private static func beside(_ settings: String) -> String {
    let slash = settings.lastIndex(of: "/")
    return (slash.map { String(settings[...$0]) } ?? "") + "revocations.sig"
  }
}
