// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel

extension QuarantineListing {
  /// How an installed plugin stands. Its library is read, and never loaded, only where something is put down of its
  /// id or cannot be read; else this looks at no file. O(bytes of the library) then.
  ///
  /// A copy of a quarantined library under another id is free here, and refused when it is opened.
  /// - Returns: `clear` also where the library cannot be read: opening says why.
  public func standing(of found: FoundPlugin) -> QuarantineStanding {
    let known = records.filter { $0.build.plugin == found.manifest.id }
    guard !known.isEmpty || !damaged.isEmpty else { return .clear }
    let library: ContentHash
    do throws(PluginError) {
      library = try LibraryJudge.hash(of: try LibraryJudge.open(found), of: found)
    } catch {
      return .clear
    }
    if let damaged = damaged.first(where: { $0.library == library }) { return .damaged(damaged.error) }
    guard let record = known.first(where: { $0.build.library == library }) else { return .clear }
    return record.quarantined == nil ? .struck(record) : .quarantined(record)
  }
}
