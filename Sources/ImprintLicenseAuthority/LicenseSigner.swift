// SPDX-License-Identifier: Apache-2.0
/// Signs bytes with the licence-signing key: in memory, in a file, or in a token.
public protocol LicenseSigner: Sendable {
  /// `ES256` or `EdDSA`.
  var algorithm: String { get }
  /// DER, the signing certificate first, without the root.
  var chain: [[UInt8]] { get }
  /// 64 bytes: R and S, or an Ed25519 signature.
  func sign(_ bytes: [UInt8]) throws -> [UInt8]
}
