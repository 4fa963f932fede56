// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import ImprintSignedDocuments
internal import ImprintLicenseAuthority

/// The server's public key pins, in addition to its certificate chain.
public struct ServerPins: Sendable, Hashable {
  /// The server's own key, unchanged when its certificate is renewed.
  public let server: String
  /// The key of the authority that signs its certificate, as a backup pin if the server's key is lost.
  public let authority: String

  /// The content of `client/pins.txt`.
  func text(hosts: [String]) -> String {
    """
    # SHA-256 of public keys (SubjectPublicKeyInfo, DER), base64.
    # Hosts: \(hosts.joined(separator: " "))
    # The server's key, then its authority's: pin both, and a new key of the server needs no update of devices.
    \(server)
    \(authority)

    """
  }
}

enum PublicKeyPin {
  /// `sha256/` and 44 base64 characters, of a certificate's public key.
  static func text(of certificate: [UInt8]) throws(AuthorityError) -> String {
    let digest = SHA256.hash(data: try DERCertificate.publicKey(certificate))
    return "sha256/" + Base64.standard.text(of: Array(digest))
  }
}
