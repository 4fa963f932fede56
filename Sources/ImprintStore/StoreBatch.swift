// SPDX-License-Identifier: Apache-2.0
import ImprintFiles

// Adding several templates atomically.
extension StoreFiles {
  /// Prefix of a committed batch: the user's id follows.
  private static let decided = "batch-"

  /// The user of that id or name; `nil` if no user has the name.
  func user(matching nameOrID: String) throws(StoreError) -> User? {
    if let id = UniqueID(nameOrID) { return try user(id) }
    return try [User].only(of: users().items.filter { $0.name == nameOrID })
  }

  /// Adds a user with their first templates, by one atomic rename.
  func add(_ user: User, with templates: [Template]) throws(StoreError) -> [StoredTemplate] {
    let name = UniqueID().description
    do throws(StoreError) {
      let folder = try staging.makeFolder(name)
      let stored = try write(templates, of: user.id, in: folder.makeFolder(Self.templatesFolder))
      try folder.write(UserRecord.encode(user), to: UserRecord.fileName, staging: staging)
      try staging.move(name, to: people, as: user.id.description)
      return stored
    } catch {
      // The rename may have succeeded, without being durable.
      attempt { () throws(StoreError) in try people.move(user.id.description, to: staging, as: name) }
      attempt { () throws(StoreError) in try staging.removeAll(name) }
      throw error
    }
  }

  /// Adds templates to an existing user.
  ///
  /// They are written to `staging` first, where most failures happen. The rename to the committed name is the
  /// commit point: from then on whoever finds the batch completes it.
  func add(_ templates: [Template], to user: UniqueID) throws(StoreError) -> [StoredTemplate] {
    let target = try folder(of: user).makeFolder(Self.templatesFolder)
    let batch = Self.decided + user.description
    // Left by a process that died, and not recovered since.
    try finishBatch(batch)
    try staging.removeAll(batch)
    let name = UniqueID().description
    var stored: [StoredTemplate] = []
    do throws(StoreError) {
      stored = try write(templates, of: user, in: staging.makeFolder(name))
      try staging.move(name, to: staging, as: batch)
      try finishBatch(batch)
    } catch {
      attempt { () throws(StoreError) in try staging.move(batch, to: staging, as: name) }
      takeBack(stored, staged: name, from: target)
      throw error
    }
    attempt { () throws(StoreError) in try staging.removeAll(batch) }
    return stored
  }

  /// Completes a user's committed batch of a process that died.
  func finishBatch(of user: UniqueID) throws(StoreError) { try finishBatch(Self.decided + user.description) }

  /// Moves a committed batch's templates into place. Ignores anything else, and batches of removed users.
  func finishBatch(_ name: String) throws(StoreError) {
    guard name.hasPrefix(Self.decided), let user = UniqueID(name.dropFirst(Self.decided.count)),
      let batch = try staging.folder(name), let person = try people.folder(user.description)
    else { return }
    let target = try person.makeFolder(Self.templatesFolder)
    for file in try batch.names() { try batch.move(file, to: target, as: file) }
  }

  /// Rolls back a batch that is not, or no longer, committed, and what of it was already placed.
  func takeBack(_ stored: [StoredTemplate], staged name: String, from target: borrowing Folder) {
    for template in stored {
      attempt { () throws(StoreError) in _ = try target.removeFile("\(template.id)\(Self.suffix)") }
    }
    attempt { () throws(StoreError) in try staging.removeAll(name) }
  }

  private func write(
    _ templates: [Template], of user: UniqueID, in folder: borrowing Folder
  ) throws(StoreError) -> [StoredTemplate] {
    var stored: [StoredTemplate] = []
    for template in templates { stored.append(try write(template, as: UniqueID(), of: user, in: folder)) }
    return stored
  }

  /// Best-effort clean-up: the original error is the one to report, and leftovers in `staging` are removed
  /// when the store is next opened.
  private func attempt(_ work: () throws(StoreError) -> Void) {
    do throws(StoreError) { try work() } catch {}
  }
}
