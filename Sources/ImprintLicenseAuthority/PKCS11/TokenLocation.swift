// SPDX-License-Identifier: Apache-2.0

/// The location of a key: the token's module, and which key of which token.
public struct TokenLocation: Sendable, Hashable {
  /// Absolute path of the PKCS#11 module.
  public var module: String
  /// A PKCS#11 URI (RFC 7512) that names one token and one key of it, by `object` or `id`, such as
  /// `pkcs11:token=licences;object=signing`. Never contains a PIN.
  public var uri: String

  public init(module: String, uri: String) {
    self.module = module
    self.uri = uri
  }
}
