// SPDX-License-Identifier: Apache-2.0

/// An enrolled person (F96).
///
/// Redacted: its description never shows the name.
public struct User: Sendable, Hashable, Identifiable, CustomStringConvertible {
  public let id: UniqueID
  /// The name; not unique. 1...``maximumNameBytes`` bytes of UTF-8 without control characters or line
  /// separators. Never part of a path.
  public let name: String

  /// The longest name, in bytes of UTF-8.
  public static let maximumNameBytes = 256

  /// - Returns: `nil` for an invalid name.
  public init?(id: UniqueID, name: String) {
    guard (1...Self.maximumNameBytes).contains(name.utf8.count),
      name.unicodeScalars.allSatisfy({
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      })
    else { return nil }
    self.id = id
    self.name = name
  }

  public var description: String { "User(\(id), <redacted>)" }
}

/// A template with its place in a store (F94).
public struct StoredTemplate: Sendable, Hashable, Identifiable, CustomStringConvertible {
  public let id: UniqueID
  /// The user's id.
  public let user: UniqueID
  public let template: Template
  /// When it was stored, in seconds since 1970. The capture time of the sample is in the template.
  public let created: Int64

  public init(id: UniqueID, user: UniqueID, template: Template, created: Int64) {
    self.id = id
    self.user = user
    self.template = template
    self.created = created
  }

  public var description: String { "StoredTemplate(\(id), \(template))" }
}

/// A user and one of their templates: what identification searches.
public struct GalleryEntry: Sendable, Hashable {
  public let user: User
  public let template: StoredTemplate

  public init(user: User, template: StoredTemplate) {
    self.user = user
    self.template = template
  }
}
