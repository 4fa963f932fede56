// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

extension QuarantineListing {
  /// The standing of an installed plugin. Its library is read, never loaded, and only where its id has a
  /// record or a record is unreadable: then O(bytes of the library); else no file is read.
  ///
  /// - Returns: `clear` also where the library cannot be read: opening reports why.
  public func standing(of found: FoundPlugin) -> QuarantineStanding {
    let known = records.filter { $0.build.plugin == found.manifest.id }
    guard !known.isEmpty || !damaged.isEmpty else { return .clear }
    let build: ContentHash
    do throws(PluginError) {
      let library = try LibraryJudge.hash(of: try LibraryJudge.open(found), of: found)
      build = PluginBuild(found, library: library).contents
    } catch {
      return .clear
    }
    if let damaged = damaged.first(where: { $0.build == build }) { return .damaged(damaged.error) }
    guard let record = known.first(where: { $0.build.contents == build }) else { return .clear }
    return record.quarantined == nil ? .struck(record) : .quarantined(record)
  }
}
