// SPDX-License-Identifier: Apache-2.0
import ImprintFiles

// Several templates at once, all or none.
extension StoreFiles {
  /// Names a batch that was decided on: the user's id follows.
  private static let decided = "batch-"

  /// The user of that id or name; `nil` where nobody has the name.
  func user(matching nameOrID: String) throws(StoreError) -> User? {
    if let id = UniqueID(nameOrID) { return try user(id) }
    return try [User].only(of: users().items.filter { $0.name == nameOrID })
  }

  /// Adds a user with their first templates. One rename shows them all.
  func add(_ user: User, with templates: [Template]) throws(StoreError) -> [StoredTemplate] {
    let name = UniqueID().description
    do throws(StoreError) {
      let folder = try staging.makeFolder(name)
      let stored = try write(templates, of: user.id, in: folder.makeFolder(Self.templatesFolder))
      try folder.write(UserRecord.encode(user), to: UserRecord.fileName, staging: staging)
      try staging.move(name, to: people, as: user.id.description)
      return stored
    } catch {
      // It may be there already, and only not be known to last.
      attempt { () throws(StoreError) in try people.move(user.id.description, to: staging, as: name) }
      attempt { () throws(StoreError) in try staging.removeAll(name) }
      throw error
    }
  }

  /// Adds templates to a user who is there.
  ///
  /// They are written to `staging` first, where all that is likely to fail fails. The rename that gives them
  /// the decided name is the moment they count: from then on whoever finds the batch finishes it.
  func add(_ templates: [Template], to user: UniqueID) throws(StoreError) -> [StoredTemplate] {
    let target = try folder(of: user).makeFolder(Self.templatesFolder)
    let batch = Self.decided + user.description
    // Of a process that died: nobody has opened the store since.
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

  /// Finishes what a process that died has decided on for a user.
  func finishBatch(of user: UniqueID) throws(StoreError) { try finishBatch(Self.decided + user.description) }

  /// Puts a decided batch's templates in their places. Anything else, and one whose user has gone, is left.
  func finishBatch(_ name: String) throws(StoreError) {
    guard name.hasPrefix(Self.decided), let user = UniqueID(name.dropFirst(Self.decided.count)),
      let batch = try staging.folder(name), let person = try people.folder(user.description)
    else { return }
    let target = try person.makeFolder(Self.templatesFolder)
    for file in try batch.names() { try batch.move(file, to: target, as: file) }
  }

  /// Removes a batch that is not decided on, or not any more, and what of it was placed already.
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

  /// Cleans up as far as it goes: the error that led here is the one to tell, and what stays in `staging` is
  /// removed when the store is opened next.
  private func attempt(_ work: () throws(StoreError) -> Void) {
    do throws(StoreError) { try work() } catch {}
  }
}
