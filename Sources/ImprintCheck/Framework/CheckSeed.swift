// SPDX-License-Identifier: Apache-2.0

/// One check with the seed it ran with, as reports print it: `load.describe-in-time:1234`.
public struct CheckSeed: Sendable, Hashable, CustomStringConvertible {
  public let check: String
  public let seed: UInt64

  public init(check: String, seed: UInt64) {
    self.check = check
    self.seed = seed
  }

  /// Parses the printed form; `nil` for anything else.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let seed = UInt64(text[text.index(after: colon)...]),
      colon > text.startIndex
    else { return nil }
    check = String(text[..<colon])
    self.seed = seed
  }

  public var description: String { "\(check):\(seed)" }
}
