// SPDX-License-Identifier: Apache-2.0

/// Something unreadable in a store. It was neither changed nor deleted.
public struct StoreProblem: Sendable, Hashable, CustomStringConvertible {
  /// The file or folder; no path contains a person's name.
  public let place: String
  /// The problem.
  public let reason: String
  /// Whether it is surely no user's and no template's: something that was put there. `false` where it may be.
  public let isForeign: Bool

  public init(place: String, reason: String, isForeign: Bool = false) {
    self.place = place
    self.reason = reason
    self.isForeign = isForeign
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
