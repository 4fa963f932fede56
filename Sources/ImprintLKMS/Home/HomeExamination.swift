// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicenseAuthority
public import ImprintSettings

extension ServerHome {
  /// Checks for fatal problems before serving.
  ///
  /// - Parameter now: seconds since 1970 UTC.
  /// - Returns: warnings for the operator, as sentences.
  /// - Throws: ``HomeError`` and others, for fatal problems.
  public func examine(_ settings: ServerSettings, now: Int64) throws -> [String] {
    try check()
    var notes: [String] = []
    guard try DERCertificate.isSigned(certificate(.signingCertificate), by: rootCertificate()) else {
      throw HomeError(
        .certificateMismatch, place: path(of: .signingCertificate), reason: "root.pem has not signed it.",
        remedy: "Run: imprint-lkms renew-certificates --only signing")
    }
    notes += try life(of: .signingCertificate, at: now, renewal: "signing")
    if settings.tls {
      notes += try life(of: .serverCertificate, at: now, renewal: "tls")
    }
    if try judge(.rootKey) {
      notes.append(
        "\(path(of: .rootKey)) is on this machine; keep it offline: only `renew-certificates` needs it")
    }
    return notes
  }

  private func life(of file: File, at now: Int64, renewal: String) throws -> [String] {
    let end = try DERCertificate.notAfter(certificate(file))
    guard end > now else {
      throw HomeError(
        .certificateEnded, place: path(of: file), reason: "the certificate has ended.",
        remedy: "Run: imprint-lkms renew-certificates --only \(renewal)")
    }
    guard end - now < CertificateLives.notice else { return [] }
    return [
      "\(path(of: file)) ends in \((end - now) / 86_400) days: imprint-lkms renew-certificates --only \(renewal)"
    ]
  }
}
