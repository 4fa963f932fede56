// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// Why a plugin may be used. Made by ``PluginTrust`` only.
public struct TrustVerdict: Sendable, Hashable {
  /// What allowed it. The raw values are stable.
  public enum Allowance: String, Sendable, Hashable, CaseIterable {
    /// The settings allow its publisher.
    case publisher
    /// The settings allow exactly these contents.
    case contents
    /// Nothing was checked: `signatures: off`.
    case unasked
  }

  /// How signatures are treated here.
  public let mode: SignatureMode
  /// The signer; `nil` if it has no signature under a trusted root.
  public let signer: StatementSigner?
  public let allowance: Allowance
  /// The hash of the whole plugin; only of manifest and library if nothing was checked, as the rest is not
  /// read then.
  public let sha256: ContentHash
  /// Warnings, though it may be used.
  public internal(set) var warnings: [String]
}
