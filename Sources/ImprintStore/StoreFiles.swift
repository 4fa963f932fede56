// SPDX-License-Identifier: Apache-2.0
import ImprintFiles

/// The files of one store, while a call holds its lock.
struct StoreFiles: ~Copyable {
  static let lock = "lock"
  static let usersFolder = "users"
  /// Holds incomplete additions and removals. To the holder of the exclusive lock all of it is garbage,
  /// except committed batches: see `StoreFiles.add(_:to:)`.
  static let stagingFolder = "staging"
  static let templatesFolder = "templates"
  static let suffix = ".impt"

  let people: Folder
  let staging: Folder

  init(path: String) throws(StoreError) {
    let root = try Folder(path: path)
    guard let people = try root.folder(Self.usersFolder), let staging = try root.folder(Self.stagingFolder)
    else {
      throw StoreError(
        .notAStore, place: path, reason: "a folder of the store is missing.",
        remedy: "Restore the store from a copy.")
    }
    self.people = people
    self.staging = staging
  }

  /// Whether a writer that died has left something incomplete.
  func hasLeftovers() throws(StoreError) -> Bool { try !staging.names().isEmpty }

  /// Needs the exclusive lock. Completes committed batches first.
  func removeLeftovers() throws(StoreError) {
    for name in try staging.names() {
      try finishBatch(name)
      try staging.removeAll(name)
    }
  }
}

// Users.
extension StoreFiles {
  func users() throws(StoreError) -> Listing<User> {
    var listing = Listing<User>()
    for name in try people.names() {
      guard let id = UniqueID(name) else {
        listing.problems.append(
          StoreProblem(
            place: "\(people.place)/\(name)", reason: "it is no user's folder.", isForeign: true))
        continue
      }
      do throws(StoreError) {
        listing.items.append(try user(id))
      } catch {
        listing.problems.append(StoreProblem(place: error.place, reason: error.reason))
      }
    }
    return listing
  }

  /// How many users there are, readable or not.
  func userCount() throws(StoreError) -> Int { try people.names().count { UniqueID($0) != nil } }

  func user(_ id: UniqueID) throws(StoreError) -> User {
    let folder = try folder(of: id)
    let place = "\(folder.place)/\(UserRecord.fileName)"
    guard let file = try folder.read(UserRecord.fileName, limit: UserRecord.maximumBytes) else {
      throw .damaged(StoreProblem(place: place, reason: "the user's file is missing."))
    }
    guard let user = UserRecord.decode(file.bytes, id: id) else {
      throw .damaged(StoreProblem(place: place, reason: "it is not what a store writes."))
    }
    return user
  }

  func add(_ user: User) throws(StoreError) { _ = try add(user, with: []) }

  func replace(_ user: User) throws(StoreError) {
    try folder(of: user.id).write(UserRecord.encode(user), to: UserRecord.fileName, staging: staging)
  }

  func remove(user id: UniqueID) throws(StoreError) {
    guard try people.contains(id.description) else { throw .unknownUser(id) }
    // One rename removes the user with all templates.
    let name = UniqueID().description
    try people.move(id.description, to: staging, as: name)
    try staging.removeAll(name)
  }

  func folder(of user: UniqueID) throws(StoreError) -> Folder {
    guard let folder = try people.folder(user.description) else { throw .unknownUser(user) }
    return folder
  }
}

// Templates.
extension StoreFiles {
  func templates(of user: UniqueID) throws(StoreError) -> Listing<StoredTemplate> {
    var listing = Listing<StoredTemplate>()
    guard let folder = try folder(of: user).folder(Self.templatesFolder) else { return listing }
    for name in try folder.names() {
      guard name.hasSuffix(Self.suffix), let id = UniqueID(name.dropLast(Self.suffix.count)) else {
        listing.problems.append(
          StoreProblem(
            place: "\(folder.place)/\(name)", reason: "it is no template's file.", isForeign: true))
        continue
      }
      do throws(StoreError) {
        listing.items.append(try Self.template(id, of: user, in: folder))
      } catch {
        listing.problems.append(StoreProblem(place: error.place, reason: error.reason))
      }
    }
    return listing
  }

  func template(_ id: UniqueID, of user: UniqueID) throws(StoreError) -> StoredTemplate {
    guard let folder = try folder(of: user).folder(Self.templatesFolder) else { throw .unknownTemplate(id) }
    return try Self.template(id, of: user, in: folder)
  }

  func add(_ template: Template, to user: UniqueID) throws(StoreError) -> StoredTemplate {
    let id = UniqueID()
    let folder = try folder(of: user).makeFolder(Self.templatesFolder)
    return try write(template, as: id, of: user, in: folder)
  }

  func replace(
    _ id: UniqueID, of user: UniqueID, with template: Template
  ) throws(StoreError) -> StoredTemplate {
    // A damaged one may be replaced too: it must exist, but need not be readable.
    guard let folder = try folder(of: user).folder(Self.templatesFolder),
      try folder.contains("\(id)\(Self.suffix)")
    else { throw .unknownTemplate(id) }
    return try write(template, as: id, of: user, in: folder)
  }

  func remove(template id: UniqueID, of user: UniqueID) throws(StoreError) {
    guard let folder = try folder(of: user).folder(Self.templatesFolder),
      try folder.removeFile("\(id)\(Self.suffix)")
    else { throw .unknownTemplate(id) }
  }

  func removeIfThere(template id: UniqueID, of user: UniqueID) throws(StoreError) {
    do throws(StoreError) { try remove(template: id, of: user) } catch  where error.code != .unknownTemplate {
      throw error
    } catch {}
  }

  func write(
    _ template: Template, as id: UniqueID, of user: UniqueID, in folder: borrowing Folder
  ) throws(StoreError) -> StoredTemplate {
    try folder.write(TemplateEnvelope.encode(template), to: "\(id)\(Self.suffix)", staging: staging)
    // Read back for its time, and to verify that it was stored.
    return try Self.template(id, of: user, in: folder)
  }

  static func template(
    _ id: UniqueID, of user: UniqueID, in folder: borrowing Folder
  ) throws(StoreError) -> StoredTemplate {
    let name = "\(id)\(suffix)"
    guard let file = try folder.read(name, limit: TemplateEnvelope.maximumBytes) else {
      throw .unknownTemplate(id)
    }
    do throws(TemplateError) {
      let template = try TemplateEnvelope.decode(file.bytes, place: "\(folder.place)/\(name)")
      return StoredTemplate(id: id, user: user, template: template, created: file.written)
    } catch {
      throw StoreError.damaged(StoreProblem(place: error.place, reason: error.reason))
    }
  }
}
