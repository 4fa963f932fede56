// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// Why a plugin may be used. Made by ``PluginTrust`` alone.
public struct TrustVerdict: Sendable, Hashable {
  /// What opened the gate of allowance. The words are stable.
  public enum Allowance: String, Sendable, Hashable, CaseIterable {
    /// The settings allow its publisher.
    case publisher
    /// The settings allow exactly these contents.
    case contents
    /// Nothing was asked: `signatures: off`.
    case unasked
  }

  /// How signatures are treated here.
  public let mode: SignatureMode
  /// Who signed it; `nil` where it has no signature that a trusted root stands for.
  public let signer: StatementSigner?
  public let allowance: Allowance
  /// The hash of the whole plugin; of manifest and library alone where nothing was asked, as the rest is not
  /// read then.
  public let sha256: ContentHash
  /// What is to be told, though it may be used.
  public internal(set) var warnings: [String]
}
