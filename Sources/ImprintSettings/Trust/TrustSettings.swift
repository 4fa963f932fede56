// SPDX-License-Identifier: Apache-2.0

/// Which plugins may be used: one `trust.yaml`. Read by ``SettingsReader``; several files may be merged into
/// one policy.
public struct TrustSettings: Sendable, Hashable {
  /// `nil` if the file does not say.
  public var signatures: SignatureMode?
  /// PEM files with root certificates. Paths are as in the file: relative to its folder.
  public var roots: [String]
  public var publishers: [Publisher]
  public var allowed: [AllowedPlugin]
  /// A signed revocation list.
  public var revocations: String?
  /// `nil` if the file does not say.
  public var conformance: Conformance?
  /// Ids of checks: a result in which a failure of one of these is waived is still accepted.
  public var waived: [String]

  /// Whose plugins may be used, and whose conformance results count; all given fields must match, and at
  /// least one is given.
  public struct Publisher: Sendable, Hashable {
    /// The signing certificate's common name.
    public var name: String?
    /// SHA-256 of its public key (DER SubjectPublicKeyInfo).
    public var key: ContentHash?
    /// The ids it owns: it is allowed for those only, and nobody else is for them. Empty: any id without
    /// another owner. If several entries cover an id, those with the longest prefix win.
    public var ids: [PluginIDPrefix]

    public init(name: String? = nil, key: ContentHash? = nil, ids: [PluginIDPrefix] = []) {
      self.name = name
      self.key = key
      self.ids = ids
    }

    /// Whether this entry allows a plugin of that id.
    public func covers(_ id: String) -> Bool { ids.isEmpty || ids.contains { $0.covers(id) } }
  }

  /// One plugin that may be used regardless of its publisher.
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

  /// Whether a plugin needs a valid conformance result.
  public enum Conformance: String, Sendable, Hashable, CaseIterable {
    case optional
    case required
  }

  public init(
    signatures: SignatureMode? = nil, roots: [String] = [], publishers: [Publisher] = [],
    allowed: [AllowedPlugin] = [], revocations: String? = nil, conformance: Conformance? = nil,
    waived: [String] = []
  ) {
    self.signatures = signatures
    self.roots = roots
    self.publishers = publishers
    self.allowed = allowed
    self.revocations = revocations
    self.conformance = conformance
    self.waived = waived
  }
}
