// SPDX-License-Identifier: Apache-2.0

/// Something in a store that cannot be read. It was neither changed nor deleted.
public struct StoreProblem: Sendable, Hashable, CustomStringConvertible {
  /// Which file or folder; no path holds a person's name.
  public let place: String
  /// What is wrong with it.
  public let reason: String

  public init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }

  public var description: String { "\(place): \(reason)" }
}

/// What could be read, and what could not: one damaged file hides no other.
public struct Listing<Element: Sendable>: Sendable {
  public var items: [Element]
  public var problems: [StoreProblem]

  public init(items: [Element] = [], problems: [StoreProblem] = []) {
    self.items = items
    self.problems = problems
  }
}
