// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintFiles

extension LicenseDatabase {
  /// Online backup of all acknowledged transactions to a new, self-contained file. Others may write
  /// meanwhile. The file appears by one atomic rename, checked and flushed, or not at all. Blocks its thread.
  ///
  /// - Parameter target: must not exist; its folder must.
  /// - Throws: `exists`, `corrupt` if the database is damaged, `full`, `input-output`, `open`.
  public func backUp(to target: String) throws(LicenseDatabaseError) {
    let (folderPath, name) = FilePath.parts(of: target)
    let folder = try Folder<LicenseDatabaseError>(path: folderPath)
    guard try !folder.contains(name) else { throw Self.exists(target) }
    let stagingName = "\(name).\(String(UInt64.random(in: .min ... .max), radix: 16)).new"
    let staging = try folder.makeFolder(stagingName)
    do {
      let copy = "\(staging.place)/\(name)"
      try DatabaseFile.make(copy)
      try write(copy, for: target)
      try DatabaseFile.flush(copy)
      try staging.place(name, in: folder, as: name, .new)
      try folder.removeAll(stagingName)
      try folder.sync()
    } catch {
      // A failed clean-up must not hide the original error.
      try? folder.removeAll(stagingName)
      guard try folder.contains(name) else { throw error }
      throw Self.exists(target)
    }
  }

  private func write(_ copy: String, for target: String) throws(LicenseDatabaseError) {
    do {
      let queue = try DatabaseQueue(path: copy, configuration: DatabaseSchema.configuration)
      try self.copy(to: queue)
      let faults = try queue.inDatabase { database in
        // So that opening the backup creates no log.
        _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
        return try DatabaseFaults(of: database, .everything).sentences
      }
      try queue.close()
      guard faults.isEmpty else { throw DatabaseFaults.error(faults, place: path) }
    } catch {
      throw LicenseDatabaseError(error, path: target)
    }
  }

  private static func exists(_ target: String) -> LicenseDatabaseError {
    LicenseDatabaseError(
      .exists, place: target, reason: "There is something already, and no backup is overwritten.",
      remedy: "Name a new file.")
  }
}
