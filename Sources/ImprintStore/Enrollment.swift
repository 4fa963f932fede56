// SPDX-License-Identifier: Apache-2.0

/// The result of an enrolment in a store.
public struct Enrollment: Sendable, Hashable {
  public let user: User
  /// Whether the user is new.
  public let isNew: Bool
  /// What was added, in the order the templates were given.
  public let templates: [StoredTemplate]

  public init(user: User, isNew: Bool, templates: [StoredTemplate]) {
    self.user = user
    self.isNew = isNew
    self.templates = templates
  }
}
