// SPDX-License-Identifier: Apache-2.0

extension TemplateStore {
  /// Looks up a user by id, or by name if unambiguous.
  /// - Throws: ``StoreError`` `unknownUser`, `ambiguousUser`, which lists the ids; `damaged`.
  /// - Complexity: O(users) for a name.
  public func user(matching nameOrID: String) async throws(StoreError) -> User {
    if let id = UniqueID(nameOrID) { return try await user(id) }
    guard let user = try [User].only(of: await users(named: nameOrID).items) else { throw .unknownName }
    return user
  }
}

extension [User] {
  /// The single user of a name; `nil` if there is none.
  static func only(of users: [User]) throws(StoreError) -> User? {
    guard users.count <= 1 else {
      // Without the name: errors are logged.
      throw StoreError(
        .ambiguousUser, place: "user", reason: "\(users.count) users have this name.",
        remedy: "Give the id: \(users.map(\.id.description).joined(separator: ", ")).")
    }
    return users.first
  }
}

extension StoreError {
  fileprivate static let unknownName = StoreError(
    .unknownUser, place: "user", reason: "nobody of this name is enrolled.",
    remedy:
      "Enrol them first (sdkctl enroll for a face, sdkctl finger enroll for a finger), or list the users there "
      + "are: sdkctl user list.")
}
