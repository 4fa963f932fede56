// SPDX-License-Identifier: Apache-2.0
package import ImprintCertificates
internal import ImprintSignedDocuments

extension CertificateMaker {
  /// Issues a certificate for a key that signs plugins, and nothing else: a publisher does not certify the
  /// conformance of its own plugins.
  ///
  /// - Parameter name: the name that integrators allow it by.
  package func publisher(
    name: String, publicKey: [UInt8], validity: Validity
  ) throws(AuthorityError) -> [UInt8] {
    try signer(name: name, publicKey: publicKey, validity: validity, usages: [.plugins])
  }

  /// Issues a certificate for a key that signs conformance results.
  package func examiner(
    name: String, publicKey: [UInt8], validity: Validity
  ) throws(AuthorityError) -> [UInt8] {
    try signer(name: name, publicKey: publicKey, validity: validity, usages: [.conformance])
  }

  /// Issues a certificate for a key that signs revocation lists.
  package func revoker(
    name: String, publicKey: [UInt8], validity: Validity
  ) throws(AuthorityError) -> [UInt8] {
    try signer(name: name, publicKey: publicKey, validity: validity, usages: [.pluginRevocations])
  }
}
