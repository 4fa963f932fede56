// SPDX-License-Identifier: Apache-2.0
package import ImprintSignedDocuments
internal import SwiftASN1

/// The kinds of signed statements about plugins. All are compact JWS like licences, with types and usages of
/// their own.
extension SignedDocumentKind {
  /// `plugin.sig`, beside a plugin's manifest.
  package static let plugin = SignedDocumentKind(
    type: "imprint-plugin+jws", name: "plugin signature", source: "the plugin's publisher", usage: .plugins,
    limit: 1 << 20)
  /// Revocations.
  package static let pluginRevocations = SignedDocumentKind(
    type: "imprint-revocations+jws", name: "revocation list", source: "the list's issuer",
    usage: .pluginRevocations, limit: RevocationList.mostBytes)
  /// How a plugin was examined, and the outcome.
  package static let conformance = SignedDocumentKind(
    type: "imprint-conformance+jws", name: "conformance result", source: "whoever examined the plugin",
    usage: .conformance, limit: 1 << 20)
}

/// Extended key usages: arcs made of random UUIDs, as for licences (docs/reference/trust.md).
extension SigningUsage {
  package static let plugins = SigningUsage(
    identifier: [1, 2, 840, 113556, 1, 8000, 2554, 45529, 4836, 24209, 19493, 40220, 4_748_773, 12_787_902],
    name: "plugin signing", documents: "plugins")
  package static let pluginRevocations = SigningUsage(
    identifier: [1, 2, 840, 113556, 1, 8000, 2554, 22080, 38206, 47559, 18402, 38892, 5_424_464, 7_892_451],
    name: "plugin revocation", documents: "revocation lists")
  package static let conformance = SigningUsage(
    identifier: [1, 2, 840, 113556, 1, 8000, 2554, 11454, 38496, 15444, 17224, 43566, 5_555_924, 923_634],
    name: "plugin conformance", documents: "conformance results")
}
