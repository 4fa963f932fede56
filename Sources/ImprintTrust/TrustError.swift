// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why a plugin is not trusted, or why that cannot be decided.
public typealias TrustError = Explained<TrustErrorCode>

public enum TrustErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A signature by a trusted authority is required, and there is none.
  case notSigned = "not-signed"
  /// The signature is damaged, does not verify, or is of an unsupported kind.
  case badSignature = "bad-signature"
  /// Manifest, library, model or another file is not the one that was signed.
  case contentsDiffer = "contents-differ"
  /// The certificates do not chain to a root that the settings name, or lack the usage.
  case unknownPublisher = "unknown-publisher"
  /// The revocation list names a certificate of the signature.
  case publisherRevoked = "publisher-revoked"
  /// The revocation list names the plugin, by its contents or by its version.
  case pluginRevoked = "plugin-revoked"
  /// The settings allow neither its publisher nor its contents.
  case notAllowed = "not-allowed"
  /// Its id belongs to another publisher than the one that signed it.
  case otherPublisher = "other-publisher"
  /// A newer version was used on this machine before.
  case olderThanSeen = "older-than-seen"
  /// The settings require a valid conformance result, and there is none.
  case notConforming = "not-conforming"
  /// The settings cannot be used: nothing is trusted then.
  case settings = "trust-settings"
  /// The revocation list that the settings name is missing, damaged, or older than one seen before.
  case revocations = "revocation-list"
  /// The record of what was seen before cannot be read.
  case memory = "trust-memory"
  /// A key or certificate cannot be used for signing.
  case key = "signing-key"
  /// A file cannot be read or written.
  case file = "trust-file"
}

extension TrustErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (.file, nil)
  }
}
