// SPDX-License-Identifier: Apache-2.0

/// The secret that an application shows a licence server. Never printed or logged.
public struct APIKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// `imk_<id>_<secret>`, as it goes over the wire.
  public let secret: String

  /// Takes a key as it was handed out; surrounding white space is dropped.
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
