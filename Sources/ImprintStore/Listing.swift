// SPDX-License-Identifier: Apache-2.0

/// Something unreadable in a store. It was neither changed nor deleted.
public struct StoreProblem: Sendable, Hashable, CustomStringConvertible {
  /// The file or folder; no path contains a person's name.
  public let place: String
  /// The problem.
  public let reason: String

  public init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }

  public var description: String { "\(place): \(reason)" }
}

/// The readable elements, and the problems: a damaged file does not hide others.
public struct Listing<Element: Sendable>: Sendable {
  public var items: [Element]
  public var problems: [StoreProblem]

  public init(items: [Element] = [], problems: [StoreProblem] = []) {
    self.items = items
    self.problems = problems
  }
}
