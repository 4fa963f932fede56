// SPDX-License-Identifier: Apache-2.0
import ImprintFiles

/// Users and templates as plain files in a folder; not encrypted.
///
///     <folder>/version                              imprint-store 1
///     <folder>/lock                                 empty; locked by readers and writers
///     <folder>/users/<uuid>/user                    imprint-user 1, and the name
///     <folder>/users/<uuid>/templates/<uuid>.impt   a template's envelope
///     <folder>/staging/                             files being written or removed
///
/// Only the owner may enter the folder; no path contains a user's name. Files are written to `staging`,
/// flushed, and renamed (atomic). Damaged files are reported and left unchanged. Several processes and tasks
/// may use one store: each call holds a lock, and does its file operations on the calling task's thread. A
/// template's creation time is its file's last modification.
public struct FolderStore: TemplateStore {
  /// The store's folder, as given.
  public let path: String
  private let patience: Duration

  /// Opens the store in a folder, and recovers from writers that died.
  /// - Parameters:
  ///   - create: creates folder and store if absent. A folder with other content is refused.
  ///   - patience: how long a call waits for the lock, which others hold for some milliseconds each.
  /// - Throws: ``StoreError`` `notAStore`, `newerStore`, `unsafeFolder`, `readOnly`, `noSpace`, `system`.
  public init(
    path: String, create: Bool = true, patience: Duration = .seconds(10)
  ) async throws(StoreError) {
    self.path = path
    self.patience = patience
    if create { try StoreVersion.make(path) }
    let root = try Folder(path: path)
    try root.checkOwner()
    try StoreVersion.check(root)
    guard try StoreFiles(path: path).hasLeftovers() else { return }
    do throws(StoreError) {
      let lock = try await StoreLock.take("\(path)/\(StoreFiles.lock)", .writing, patience: .zero)
      try lock.whileHeld { () throws(StoreError) in try StoreFiles(path: path).removeLeftovers() }
    } catch {
      // Locked or read-only: the store can still be read.
      guard error.code == .busy || error.code == .readOnly else { throw error }
    }
  }

  public func users() async throws(StoreError) -> Listing<User> {
    try await run(.reading) { (files) throws(StoreError) in try files.users() }
  }

  public func user(_ id: UniqueID) async throws(StoreError) -> User {
    try await run(.reading) { (files) throws(StoreError) in try files.user(id) }
  }

  public func addUser(named name: String) async throws(StoreError) -> User {
    let user = try Self.user(UniqueID(), named: name)
    try await run(.writing) { (files) throws(StoreError) in try files.add(user) }
    return user
  }

  public func renameUser(_ id: UniqueID, to name: String) async throws(StoreError) -> User {
    let user = try Self.user(id, named: name)
    try await run(.writing) { (files) throws(StoreError) in try files.replace(user) }
    return user
  }

  public func renameUser(_ id: UniqueID, toFree name: String) async throws(StoreError) -> User {
    let user = try Self.user(id, named: name)
    try await run(.writing) { (files) throws(StoreError) in
      if let other = try files.users().items.first(where: { $0.name == name && $0.id != id }) {
        throw .nameTaken(by: other.id)
      }
      try files.replace(user)
    }
    return user
  }

  public func removeUser(_ id: UniqueID) async throws(StoreError) {
    try await run(.writing) { (files) throws(StoreError) in try files.remove(user: id) }
  }

  public func templates(of user: UniqueID) async throws(StoreError) -> Listing<StoredTemplate> {
    try await run(.reading) { (files) throws(StoreError) in try files.templates(of: user) }
  }

  public func template(_ id: UniqueID, of user: UniqueID) async throws(StoreError) -> StoredTemplate {
    try await run(.reading) { (files) throws(StoreError) in try files.template(id, of: user) }
  }

  public func addTemplate(
    _ template: Template, to user: UniqueID
  ) async throws(StoreError) -> StoredTemplate {
    try await run(.writing) { (files) throws(StoreError) in try files.add(template, to: user) }
  }

  /// A new user with their templates appears by one atomic rename. Further templates of an existing user are
  /// staged first, and then moved into place under the lock. If a process dies in between, the next one that
  /// opens the store, or enrols the same user, completes it; until then a part may be visible.
  public func enroll(
    name: String, templates: [Template], maximumUsers: Int?, seen: Set<StoredTemplate>?
  ) async throws(StoreError) -> Enrollment {
    try await enroll(
      name: name, templates: templates, replacing: [], maximumUsers: maximumUsers, seen: seen)
  }

  public func enroll(
    name: String, templates: [Template], replacing replaced: Set<UniqueID>, maximumUsers: Int?,
    seen: Set<StoredTemplate>?
  ) async throws(StoreError) -> Enrollment {
    try await run(.writing) { (files) throws(StoreError) in
      let known = try files.user(matching: name)
      if let seen {
        if let known { try files.finishBatch(of: known.id) }
        let there =
          try known.map { (user) throws(StoreError) in try files.templates(of: user.id).items } ?? []
        guard Set(there) == seen else { throw .changedMeanwhile }
      }
      if let known {
        let stored = try files.add(templates, to: known.id)
        do throws(StoreError) {
          for id in replaced { try files.removeIfThere(template: id, of: known.id) }
        } catch {
          throw error.onceStored
        }
        return Enrollment(user: known, isNew: false, templates: stored)
      }
      let user = try Self.user(UniqueID(), named: name)
      if let maximumUsers, try files.userCount() >= maximumUsers {
        throw .tooManyUsers(maximum: maximumUsers)
      }
      return Enrollment(user: user, isNew: true, templates: try files.add(user, with: templates))
    }
  }

  public func replaceTemplate(
    _ id: UniqueID, of user: UniqueID, with template: Template
  ) async throws(StoreError) -> StoredTemplate {
    try await run(.writing) { (files) throws(StoreError) in
      try files.replace(id, of: user, with: template)
    }
  }

  public func removeTemplate(_ id: UniqueID, of user: UniqueID) async throws(StoreError) {
    try await run(.writing) { (files) throws(StoreError) in try files.remove(template: id, of: user) }
  }

  public func removeTemplates(
    _ ids: [UniqueID], of user: UniqueID, seen: Set<StoredTemplate>
  ) async throws(StoreError) {
    try await run(.writing) { (files) throws(StoreError) in
      try files.finishBatch(of: user)
      guard try Set(files.templates(of: user).items) == seen else { throw .changedMeanwhile }
      for id in ids { try files.remove(template: id, of: user) }
    }
  }

  private func run<Value>(
    _ kind: StoreLock.Kind, _ work: (borrowing StoreFiles) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let lock = try await StoreLock.take("\(path)/\(StoreFiles.lock)", kind, patience: patience)
    return try lock.whileHeld { () throws(StoreError) in try work(StoreFiles(path: path)) }
  }

  private static func user(_ id: UniqueID, named name: String) throws(StoreError) -> User {
    guard let user = User(id: id, name: name) else {
      throw StoreError(
        .badName, place: "name", reason: "it has \(name.utf8.count) bytes, or a control character.",
        remedy: "Give 1 to \(User.maximumNameBytes) bytes of text in one line.")
    }
    // A user with such a name could not be looked up: it would be taken for an id.
    guard UniqueID(name) == nil else {
      throw StoreError(
        .badName, place: "name", reason: "it has the form of an id.", remedy: "Give a name that is none.")
    }
    return user
  }
}
