// SPDX-License-Identifier: Apache-2.0

/// The secret that a server of recordings knows an application by. Never printed or logged.
public struct ListeningUploadToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// In bytes.
  public static let longest = 4096

  /// As it is sent: `Authorization: Bearer <secret>`.
  public let secret: String

  /// - Parameter secret: printable ASCII without spaces, at most ``longest`` bytes.
  /// - Throws: ``ListeningUploadError`` `bad-option` for anything else, which could be a header of its own.
  public init(_ secret: String) throws(ListeningUploadError) {
    guard (1...Self.longest).contains(secret.utf8.count),
      secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw ListeningUploadError(
        .badOption, place: "token",
        reason: "it is empty, longer than \(Self.longest) bytes, or holds spaces or control characters.",
        remedy: "Take it as the server's operator handed it out.")
    }
    self.secret = secret
  }

  public var description: String { "ListeningUploadToken(<redacted>)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
