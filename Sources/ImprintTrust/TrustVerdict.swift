// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
public import ImprintModel

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
  /// The hash of the whole plugin.
  public let sha256: ContentHash
  /// What is to be told, though it may be used.
  public internal(set) var warnings: [String]
}

/// What is known of a plugin when it is to be judged: hashes of the very bytes that will be used.
public struct PluginEvidence: Sendable {
  /// Where it lies, for errors.
  public let folder: String
  public let contents: PluginContents
  /// The library's file, as the manifest names it: one of the contents.
  public let library: String
  /// The bytes of `plugin.sig`, where there is one.
  public let signature: [UInt8]?
  /// The bytes of `conformance.sig`, where there is one.
  public let conformance: [UInt8]?

  public init(
    folder: String, contents: PluginContents, library: String, signature: [UInt8]?,
    conformance: [UInt8]? = nil
  ) {
    self.folder = folder
    self.contents = contents
    self.library = library
    self.signature = signature
    self.conformance = conformance
  }
}
