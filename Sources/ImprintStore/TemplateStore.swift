// SPDX-License-Identifier: Apache-2.0

/// Keeps users and their templates. ``FolderStore`` is one; an application may bring its own database
/// (F97).
///
/// Every function is safe from any task. A function that changes something has changed it lastingly and
/// wholly when it returns, and not at all where it throws. Listings are by id.
public protocol TemplateStore: Sendable {
  /// Every user that can be read.
  func users() async throws(StoreError) -> Listing<User>

  /// One user.
  /// - Throws: ``StoreError`` `unknownUser`, `damaged`.
  func user(_ id: UniqueID) async throws(StoreError) -> User

  /// Adds a user with a new id. Names need not differ.
  /// - Throws: ``StoreError`` `badName`.
  func addUser(named name: String) async throws(StoreError) -> User

  /// Gives a user another name.
  /// - Throws: ``StoreError`` `badName`, `unknownUser`.
  func renameUser(_ id: UniqueID, to name: String) async throws(StoreError) -> User

  /// Gives a user another name that nobody else has, in one step.
  /// - Throws: ``StoreError`` `badName`, `unknownUser`, `nameTaken`.
  func renameUser(_ id: UniqueID, toFree name: String) async throws(StoreError) -> User

  /// Removes a user with all their templates.
  /// - Throws: ``StoreError`` `unknownUser`.
  func removeUser(_ id: UniqueID) async throws(StoreError)

  /// Every template of a user that can be read.
  /// - Throws: ``StoreError`` `unknownUser`.
  func templates(of user: UniqueID) async throws(StoreError) -> Listing<StoredTemplate>

  /// One template.
  /// - Throws: ``StoreError`` `unknownUser`, `unknownTemplate`, `damaged`.
  func template(_ id: UniqueID, of user: UniqueID) async throws(StoreError) -> StoredTemplate

  /// Adds a template with a new id; a user may have several (F99).
  /// - Throws: ``StoreError`` `unknownUser`.
  func addTemplate(_ template: Template, to user: UniqueID) async throws(StoreError) -> StoredTemplate

  /// Adds templates of one person in one step: a user of that id or name gets further ones; where nobody has
  /// the name, a user is added with them. All or none is kept, also of a process that dies meanwhile, and
  /// nobody sees a part.
  /// - Parameters:
  ///   - name: a name, or the id of a user who is there.
  ///   - templates: none are an enrolment too: the user is there then.
  ///   - maximumUsers: how many users there may be afterwards, those who cannot be read included; `nil` for
  ///     any number. It bounds adding alone: a user who is there gets their templates in any case.
  ///   - seen: the templates of that user that can be read, as the caller has seen and judged them; none
  ///     where nobody was there. Nothing is kept where others are there now, or one is another under its old
  ///     id. `nil` for whatever is there.
  /// - Throws: ``StoreError`` `ambiguousUser` where several have the name, `unknownUser` for an id that
  ///   nobody has, `badName`, `tooManyUsers`, `changed`.
  func enroll(
    name: String, templates: [Template], maximumUsers: Int?, seen: Set<StoredTemplate>?
  ) async throws(StoreError) -> Enrollment

  /// Puts another template in the place of one, under the same id.
  /// - Throws: ``StoreError`` `unknownUser`, `unknownTemplate`.
  func replaceTemplate(
    _ id: UniqueID, of user: UniqueID, with template: Template
  ) async throws(StoreError) -> StoredTemplate

  /// Removes a template.
  /// - Throws: ``StoreError`` `unknownUser`, `unknownTemplate`.
  func removeTemplate(_ id: UniqueID, of user: UniqueID) async throws(StoreError)

  /// Every template of one algorithm that can be read, in any version of its format, with its user.
  /// - Parameter algorithm: such as `imprint.face-f6`; `nil` for those of all.
  /// - Complexity: O(templates in the store); a store with an index may do better.
  func gallery(algorithm: String?) async throws(StoreError) -> Listing<GalleryEntry>
}

extension TemplateStore {
  /// The same, whatever templates the user has already.
  public func enroll(
    name: String, templates: [Template], maximumUsers: Int? = nil
  ) async throws(StoreError) -> Enrollment {
    try await enroll(name: name, templates: templates, maximumUsers: maximumUsers, seen: nil)
  }

  /// The users with that very name.
  public func users(named name: String) async throws(StoreError) -> Listing<User> {
    var listing = try await users()
    listing.items.removeAll { $0.name != name }
    return listing
  }

  /// The gallery of one format: that algorithm's templates of that version alone.
  public func gallery(format: TemplateFormat) async throws(StoreError) -> Listing<GalleryEntry> {
    var listing = try await gallery(algorithm: format.algorithm)
    listing.items.removeAll { $0.template.template.format != format }
    return listing
  }

  /// User by user. A user who is removed meanwhile is left out.
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
