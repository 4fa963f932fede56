// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintLicenseAuthority

/// The validity and names of a home's certificates.
enum CertificateLives {
  static let authority = 20 * year
  /// No licence outlives it.
  static let signing = 10 * year
  /// As long as browsers accept one of a private authority.
  static let server: Int64 = 825 * 86_400
  /// Warn this long before a certificate expires.
  static let notice: Int64 = 30 * 86_400
  private static let year: Int64 = 365 * 86_400

  /// Begins an hour before, for devices whose clock is behind; ends within its issuer's validity.
  static func validity(
    _ life: Int64, from now: Int64, within issuer: CertificateMaker
  ) throws(AuthorityError) -> CertificateMaker.Validity {
    CertificateMaker.Validity(
      notBefore: max(now - 3600, try DERCertificate.notBefore(issuer.certificate)),
      notAfter: min(now + life, try DERCertificate.notAfter(issuer.certificate)))
  }
}

/// The names of a server, as certificates tell them apart.
struct ServerNames {
  let dns: [String]
  let addresses: [String]

  init(_ hosts: [String]) {
    func isAddress(_ host: String) -> Bool {
      var bytes = [UInt8](repeating: 0, count: 16)
      return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1
    }
    dns = hosts.filter { !isAddress($0) }
    addresses = hosts.filter(isAddress)
  }
}
