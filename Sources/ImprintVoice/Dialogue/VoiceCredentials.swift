// SPDX-License-Identifier: Apache-2.0

/// What an application signs in with (F161). The same credentials elsewhere, on another platform or in
/// another process, read the same templates (F175).
///
/// Redacted: its description never shows the password.
public struct VoiceCredentials: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// Where the engine is: a local one has an address of the form `file:///folder`.
  public let address: String
  public let userName: String
  /// The id of the application, which divides the store: one application never sees another's claimants.
  public let organisation: String
  let password: String

  /// The longest of each, in bytes of UTF-8.
  public static let mostBytes = 1024

  /// - Throws: ``VoiceError`` `badCredentials` where one is empty, too long, or has control characters.
  public init(
    address: String, userName: String, password: String, organisation: String
  ) throws(VoiceError) {
    for (name, text) in [
      ("address", address), ("userName", userName), ("password", password), ("organisation", organisation),
    ] {
      let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      guard (1...Self.mostBytes).contains(text.utf8.count), isPlain else {
        throw VoiceError(
          .badCredentials, place: name, reason: "it has \(text.utf8.count) bytes, or a control character.",
          remedy: "Give 1 to \(Self.mostBytes) bytes of text in one line.")
      }
    }
    self.address = address
    self.userName = userName
    self.password = password
    self.organisation = organisation
  }

  /// For an engine that checks it; nothing else needs it.
  public func withPassword<Value>(_ work: (String) throws -> Value) rethrows -> Value { try work(password) }

  public var description: String { "VoiceCredentials(\(address), <redacted>)" }
  public var debugDescription: String { description }
}

extension VoiceCredentials: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["address": address]) }
}
