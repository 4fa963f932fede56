// SPDX-License-Identifier: Apache-2.0

extension TemplateStore {
  /// The user whom people mean: by id, or by name where only one has it.
  /// - Throws: ``StoreError`` `unknownUser`, `ambiguousUser`, which lists the ids; `damaged`.
  /// - Complexity: O(users) for a name.
  public func user(matching nameOrID: String) async throws(StoreError) -> User {
    if let id = UniqueID(nameOrID) { return try await user(id) }
    guard let user = try [User].only(of: await users(named: nameOrID).items) else { throw .unknownName }
    return user
  }
}

extension [User] {
  /// The only one of users who have the same name; `nil` where there is none.
  static func only(of users: [User]) throws(StoreError) -> User? {
    guard users.count <= 1 else {
      // No name: errors are logged.
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
      "Enrol them first (sdkctl enroll --user NAME PICTURE), or list the users there are: sdkctl user list.")
}
