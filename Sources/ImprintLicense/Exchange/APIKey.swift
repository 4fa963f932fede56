// SPDX-License-Identifier: Apache-2.0

/// The secret with which an application authenticates to a licence server. Never printed or logged.
public struct APIKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// `imk_<id>_<secret>`, as transmitted.
  public let secret: String

  /// From a key as issued; trims white space.
  public init(_ text: some StringProtocol) {
    var slice = Substring(text)
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    secret = String(slice)
  }

  public var description: String { "APIKey(<redacted>)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
