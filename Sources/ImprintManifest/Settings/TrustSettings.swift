// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Which plugins may be used: one `trust.yaml`. Read by ``ManifestReader``; several files may count, and make one
/// policy.
public struct TrustSettings: Sendable, Hashable {
  /// `nil` where the file does not say.
  public var signatures: SignatureMode?
  /// PEM files with root certificates. Paths are as in the file: relative to its folder.
  public var roots: [String]
  public var publishers: [Publisher]
  public var allowed: [AllowedPlugin]
  /// A signed revocation list.
  public var revocations: String?
  /// `nil` where the file does not say.
  public var conformance: Conformance?

  /// Whose plugins may be used, and whose conformance results count; what is given has to agree, and at least one is.
  public struct Publisher: Sendable, Hashable {
    /// The signing certificate's common name.
    public var name: String?
    /// SHA-256 of its public key (DER SubjectPublicKeyInfo).
    public var key: ContentHash?

    public init(name: String? = nil, key: ContentHash? = nil) {
      self.name = name
      self.key = key
    }
  }

  /// One plugin that may be used whoever made it.
  public struct AllowedPlugin: Sendable, Hashable {
    public var plugin: String
    /// Of the whole plugin.
    public var sha256: ContentHash
    public var note: String?

    public init(plugin: String, sha256: ContentHash, note: String? = nil) {
      self.plugin = plugin
      self.sha256 = sha256
      self.note = note
    }
  }

  /// Whether a plugin needs a good conformance result.
  public enum Conformance: String, Sendable, Hashable, CaseIterable {
    case optional
    case required
  }

  public init(
    signatures: SignatureMode? = nil, roots: [String] = [], publishers: [Publisher] = [],
    allowed: [AllowedPlugin] = [], revocations: String? = nil, conformance: Conformance? = nil
  ) {
    self.signatures = signatures
    self.roots = roots
    self.publishers = publishers
    self.allowed = allowed
    self.revocations = revocations
    self.conformance = conformance
  }
}
