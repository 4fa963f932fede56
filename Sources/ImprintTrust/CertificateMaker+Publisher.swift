// SPDX-License-Identifier: Apache-2.0
package import ImprintCertificates
internal import ImprintSignedDocuments

extension CertificateMaker {
  /// Makes the certificate of a key that signs plugins, and nothing else: whether a publisher's word on its
  /// own plugins counts is for others to say.
  ///
  /// - Parameter name: What integrators allow it by.
  package func publisher(
    name: String, publicKey: [UInt8], validity: Validity
  ) throws(AuthorityError) -> [UInt8] {
    try signer(name: name, publicKey: publicKey, validity: validity, usages: [.plugins])
  }

  /// Makes the certificate of a key that signs conformance results.
  package func examiner(
    name: String, publicKey: [UInt8], validity: Validity
  ) throws(AuthorityError) -> [UInt8] {
    try signer(name: name, publicKey: publicKey, validity: validity, usages: [.conformance])
  }

  /// Makes the certificate of a key that signs revocation lists.
  package func revoker(
    name: String, publicKey: [UInt8], validity: Validity
  ) throws(AuthorityError) -> [UInt8] {
    try signer(name: name, publicKey: publicKey, validity: validity, usages: [.pluginRevocations])
  }
}
