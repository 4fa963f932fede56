// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport

/// A licence authority and what it issues, at a fixed time. Keys are made by the run; nothing is a secret.
struct LicenseSamples {
  /// 2026-09-21, the time of all samples.
  static let now: Int64 = 1_790_000_000
  static let day: Int64 = 86_400

  let authority: LicenseAuthority
  let issuer: LicenseIssuer
  let verifier: LicenseVerifier

  init(_ algorithm: SignatureAlgorithm = .es256) throws {
    authority = try LicenseAuthority.create(
      name: "Sample", algorithm: algorithm, now: Self.now - 30 * Self.day)
    issuer = LicenseIssuer(signer: authority.signer)
    verifier = LicenseVerifier(trustAnchors: [try TrustAnchor(der: authority.rootCertificate)])
  }

  static let device = DeviceFingerprint(facts: [
    .network: ["00000001", "0000000a"], .disk: ["0000000b"], .machineID: ["0000000c"], .board: ["0000000d"],
    .processor: ["0000000e"],
  ])

  /// Valid from ten days ago for thirty days.
  static let claims = LicenseClaims(
    issuer: "Sample", id: "document-1", activation: "activation-1", product: "com.example.kiosk",
    profile: "kiosk", issued: now - 10 * day, notBefore: now - 10 * day, expires: now + 20 * day,
    renewAfter: now + 10 * day, nonce: "AAAAAAAAAAAAAAAAAAAAAA", features: [.verification, .identification],
    limits: [.registeredUsers: 100], device: device,
    policy: LicensePolicy(grace: 14 * day, failure: .degrade, degraded: [.verification]))

  static func claims(_ change: (inout LicenseClaims) -> Void) -> LicenseClaims {
    var claims = claims
    change(&claims)
    return claims
  }

  static let revocation = RevocationClaims(
    issuer: "Sample", id: "document-2", activation: "activation-1", profile: "kiosk", issued: now,
    nonce: "BBBBBBBBBBBBBBBBBBBBBB", reason: "The device was sold.")
}
