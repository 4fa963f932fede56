// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense

/// Signs bytes with the licence-signing key: in memory, in a file, or in a token.
public protocol LicenseSigner: Sendable {
  /// What the key is for; it has to be what the first certificate's key is.
  var algorithm: LicenseAlgorithm { get }
  /// DER, the signing certificate first, each signed by the next, without the root.
  var chain: [[UInt8]] { get }
  /// 64 bytes: R and S, or an Ed25519 signature.
  func sign(_ bytes: [UInt8]) throws -> [UInt8]
}
