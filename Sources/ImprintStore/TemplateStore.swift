// SPDX-License-Identifier: Apache-2.0

/// Stores users and their templates. ``FolderStore`` is one; an application may provide its own database
/// (F97).
///
/// Every function is safe from any task. Changes are atomic and durable: complete when a function returns,
/// without effect if it throws. Listings are sorted by id.
public protocol TemplateStore: Sendable {
  /// Every readable user.
  func users() async throws(StoreError) -> Listing<User>

  /// One user.
  /// - Throws: ``StoreError`` `unknownUser`, `damaged`.
  func user(_ id: UniqueID) async throws(StoreError) -> User

  /// Adds a user with a new id. Names need not be unique.
  /// - Throws: ``StoreError`` `badName`.
  func addUser(named name: String) async throws(StoreError) -> User

  /// Renames a user.
  /// - Throws: ``StoreError`` `badName`, `unknownUser`.
  func renameUser(_ id: UniqueID, to name: String) async throws(StoreError) -> User

  /// Renames a user to an unused name, atomically.
  /// - Throws: ``StoreError`` `badName`, `unknownUser`, `nameTaken`.
  func renameUser(_ id: UniqueID, toFree name: String) async throws(StoreError) -> User

  /// Removes a user with all their templates.
  /// - Throws: ``StoreError`` `unknownUser`.
  func removeUser(_ id: UniqueID) async throws(StoreError)

  /// Every readable template of a user.
  /// - Throws: ``StoreError`` `unknownUser`.
  func templates(of user: UniqueID) async throws(StoreError) -> Listing<StoredTemplate>

  /// One template.
  /// - Throws: ``StoreError`` `unknownUser`, `unknownTemplate`, `damaged`.
  func template(_ id: UniqueID, of user: UniqueID) async throws(StoreError) -> StoredTemplate

  /// Adds a template with a new id; a user may have several (F99).
  /// - Throws: ``StoreError`` `unknownUser`.
  func addTemplate(_ template: Template, to user: UniqueID) async throws(StoreError) -> StoredTemplate

  /// Enrols templates of one person atomically: added to the user of that id or name; if there is no user of
  /// that name, a new one is added with them. All or nothing, even if the process dies, and never partially
  /// visible.
  /// - Parameters:
  ///   - name: a name, or the id of an existing user.
  ///   - templates: may be empty: the user is then created.
  ///   - maximumUsers: the maximum number of users afterwards, unreadable ones included; `nil`: no limit.
  ///     Limits only new users, not templates of existing ones.
  ///   - seen: the readable templates of that user, as the caller has seen and checked them; empty if there
  ///     was no such user. Nothing is stored if they have changed since (optimistic concurrency). `nil`:
  ///     unchecked.
  /// - Throws: ``StoreError`` `ambiguousUser` if several users have the name, `unknownUser` for an id that no
  ///   user has, `badName`, `tooManyUsers`, `changed`.
  func enroll(
    name: String, templates: [Template], maximumUsers: Int?, seen: Set<StoredTemplate>?
  ) async throws(StoreError) -> Enrollment

  /// The same, in the place of others of that user, which are removed once the new ones are stored. What was
  /// removed already is gone as well.
  /// - Throws: as above; where one cannot be removed, the new ones are stored all the same, as the reason
  ///   says.
  func enroll(
    name: String, templates: [Template], replacing replaced: Set<UniqueID>, maximumUsers: Int?,
    seen: Set<StoredTemplate>?
  ) async throws(StoreError) -> Enrollment

  /// Replaces a template, under the same id.
  /// - Throws: ``StoreError`` `unknownUser`, `unknownTemplate`.
  func replaceTemplate(
    _ id: UniqueID, of user: UniqueID, with template: Template
  ) async throws(StoreError) -> StoredTemplate

  /// Removes a template.
  /// - Throws: ``StoreError`` `unknownUser`, `unknownTemplate`.
  func removeTemplate(_ id: UniqueID, of user: UniqueID) async throws(StoreError)

  /// Removes several templates of a user, where the user's templates are still those that were seen. Not
  /// atomic: on failure some may be removed.
  /// - Parameter seen: the readable templates of that user, as the caller has seen and checked them. Nothing
  ///   is removed if they have changed since (optimistic concurrency).
  /// - Throws: ``StoreError`` `unknownUser`, `changed`, `unknownTemplate`.
  func removeTemplates(
    _ ids: [UniqueID], of user: UniqueID, seen: Set<StoredTemplate>
  ) async throws(StoreError)

  /// Every readable template of one algorithm, in any version of its format, with its user.
  /// - Parameter algorithm: such as `imprint.face-f6`; `nil` for those of all.
  /// - Complexity: O(templates in the store); a store with an index may be faster.
  func gallery(algorithm: String?) async throws(StoreError) -> Listing<GalleryEntry>
}

extension TemplateStore {
  /// The same, regardless of the user's existing templates.
  public func enroll(
    name: String, templates: [Template], maximumUsers: Int? = nil
  ) async throws(StoreError) -> Enrollment {
    try await enroll(name: name, templates: templates, maximumUsers: maximumUsers, seen: nil)
  }

  /// Enrols, and then removes one by one, also where the task is cancelled meanwhile: a store that can do
  /// both at once does it itself.
  public func enroll(
    name: String, templates: [Template], replacing replaced: Set<UniqueID>, maximumUsers: Int?,
    seen: Set<StoredTemplate>?
  ) async throws(StoreError) -> Enrollment {
    let enrollment = try await enroll(
      name: name, templates: templates, maximumUsers: maximumUsers, seen: seen)
    let removal = Task { () -> StoreError? in
      for id in replaced {
        do throws(StoreError) {
          try await removeTemplate(id, of: enrollment.user.id)
        } catch  where error.code != .unknownTemplate {
          return error
        } catch {}
      }
      return nil
    }
    if let error = await removal.value { throw error.onceStored }
    return enrollment
  }

  /// Checks what is there, and then removes one by one: a store that can do both at once does it itself.
  public func removeTemplates(
    _ ids: [UniqueID], of user: UniqueID, seen: Set<StoredTemplate>
  ) async throws(StoreError) {
    guard try await Set(templates(of: user).items) == seen else { throw .changedMeanwhile }
    try await removeTemplates(ids, of: user)
  }

  /// The users with exactly that name.
  public func users(named name: String) async throws(StoreError) -> Listing<User> {
    var listing = try await users()
    listing.items.removeAll { $0.name != name }
    return listing
  }

  /// The gallery of one format: only that algorithm's templates of that version.
  public func gallery(format: TemplateFormat) async throws(StoreError) -> Listing<GalleryEntry> {
    var listing = try await gallery(algorithm: format.algorithm)
    listing.items.removeAll { $0.template.template.format != format }
    return listing
  }

  /// User by user. Users removed meanwhile are omitted.
  public func gallery(algorithm: String?) async throws(StoreError) -> Listing<GalleryEntry> {
    let people = try await users()
    var gallery = Listing<GalleryEntry>(problems: people.problems)
    for user in people.items {
      let found: Listing<StoredTemplate>
      do throws(StoreError) {
        found = try await templates(of: user.id)
      } catch {
        guard error.code == .unknownUser else { throw error }
        continue
      }
      gallery.problems += found.problems
      gallery.items += found.items
        .filter { algorithm == nil || $0.template.format.algorithm == algorithm }
        .map { GalleryEntry(user: user, template: $0) }
    }
    return gallery
  }
}
