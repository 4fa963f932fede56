// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a pin, or the host of pins, is none.
public struct PublicKeyPinError: ExplainedError {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Not the SHA-256 of a key.
    case pin
    /// Not a certificate.
    case certificate
    /// Not the exact name of one host.
    case host
  }

  public let code: Code
  /// The text that was given.
  public let place: String
  public let reason: String
  public let remedy: String

  init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }
}
