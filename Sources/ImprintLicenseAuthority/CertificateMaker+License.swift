// SPDX-License-Identifier: Apache-2.0
public import ImprintCertificates
internal import ImprintLicense

extension CertificateMaker {
  /// Issues a certificate for a key that signs licences.
  ///
  /// - Parameter publicKey: DER SubjectPublicKeyInfo, P-256 or Ed25519; the private key may be in a token.
  /// - Returns: DER.
  public func licenseSigner(
    name: String, publicKey: [UInt8], validity: Validity
  ) throws(AuthorityError) -> [UInt8] {
    try signer(name: name, publicKey: publicKey, validity: validity, usages: [.licenses])
  }
}
