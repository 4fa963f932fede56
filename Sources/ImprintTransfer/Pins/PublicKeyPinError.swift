// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a pin, or the host of pins, is invalid. Its place is the given text.
public typealias PublicKeyPinError = Explained<PublicKeyPinErrorCode>

public enum PublicKeyPinErrorCode: String, Sendable, Hashable, CaseIterable {
  /// Not the SHA-256 of a key.
  case pin
  /// Not a certificate.
  case certificate
  /// Not the exact name of one host.
  case host
}
