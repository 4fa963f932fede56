// SPDX-License-Identifier: Apache-2.0

/// The file that holds a user's name: two lines, the second being the name verbatim.
enum UserRecord {
  static let fileName = "user"
  static let maximumBytes = head.count + User.maximumNameBytes + 1
  private static let head = Array("imprint-user 1\n".utf8)

  static func encode(_ user: User) -> [UInt8] { head + user.name.utf8 + [10] }

  /// - Returns: `nil` for anything that ``encode(_:)`` cannot have written.
  static func decode(_ bytes: [UInt8], id: UniqueID) -> User? {
    guard bytes.starts(with: head), bytes.last == 10, bytes.count > head.count,
      let name = String(validating: bytes[head.count..<bytes.count - 1], as: UTF8.self)
    else { return nil }
    return User(id: id, name: name)
  }
}
