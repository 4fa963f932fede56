// SPDX-License-Identifier: Apache-2.0

/// The version of a schema that a manifest is written for.
///
/// A newer minor version only adds keys; another major version is incompatible.
public struct SchemaVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let major: Int
  public let minor: Int

  public init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads `1.0`: two decimal numbers of at most six digits without leading zeros.
  public init?(_ text: some StringProtocol) {
    guard let triple = SemanticVersion("\(text).0"), triple.major < 1_000_000, triple.minor < 1_000_000 else {
      return nil
    }
    self.init(major: triple.major, minor: triple.minor)
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  public var description: String { "\(major).\(minor)" }
}
