// SPDX-License-Identifier: Apache-2.0

/// What an enrolment has put into a store.
public struct Enrollment: Sendable, Hashable {
  public let user: User
  /// Whether the user was added with it.
  public let isNew: Bool
  /// What was added, in the order the templates were given.
  public let templates: [StoredTemplate]

  public init(user: User, isNew: Bool, templates: [StoredTemplate]) {
    self.user = user
    self.isNew = isNew
    self.templates = templates
  }
}
