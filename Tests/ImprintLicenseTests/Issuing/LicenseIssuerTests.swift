// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Testing

@Suite struct LicenseIssuerTests {
  private let samples: LicenseSamples

  init() throws {
    samples = try LicenseSamples()
  }

  private func code(_ claims: LicenseClaims, _ issuer: LicenseIssuer? = nil) -> AuthorityError.Code? {
    do throws(AuthorityError) {
      _ = try (issuer ?? samples.issuer).issue(claims)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func whatVerifiersWouldRefuseIsNotIssued() {
    let wrong: [(inout LicenseClaims) -> Void] = [
      { $0.profile = "a b" }, { $0.expires = $0.notBefore - 1 }, { $0.renewAfter = $0.expires + 1 },
      { $0.issued = 0 }, { $0.nonce = "" }, { $0.features = [.verification, .verification] },
      { $0.limits[.registeredUsers] = -1 }, { $0.policy.grace = -1 },
      { $0.device = DeviceFingerprint(facts: [:]) },
      { $0.issuer = "a\u{0}" },
    ]
    for (index, change) in wrong.enumerated() {
      #expect(code(LicenseSamples.claims(change)) == .claims, "case \(index)")
    }
  }

  @Test func licenceThatOutlivesTheSigningCertificateIsNotIssued() throws {
    let end = try DERCertificate.notAfter(samples.authority.signer.chain[0])
    #expect(code(LicenseSamples.claims { $0.expires = end }) == nil)
    #expect(code(LicenseSamples.claims { $0.expires = end + 1 }) == .outlivesCertificate)
  }

  @Test func revocationThatVerifiersWouldRefuseIsNotIssued() {
    var revocation = LicenseSamples.revocation
    revocation.reason = ""
    #expect(throws: AuthorityError.self) { try samples.issuer.issue(revocation) }
  }

  @Test func signerThatFailsIsToldAsSuch() {
    struct Broken: DocumentSigner {
      struct Gone: Error {}
      let algorithm = SignatureAlgorithm.es256
      let chain: [[UInt8]]
      var signature: [UInt8]?
      func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let signature else { throw Gone() }
        return signature
      }
    }
    let chain = samples.authority.signer.chain
    #expect(code(LicenseSamples.claims, LicenseIssuer(signer: Broken(chain: chain))) == .signing)
    #expect(
      code(LicenseSamples.claims, LicenseIssuer(signer: Broken(chain: chain, signature: [1]))) == .claims)
    #expect(code(LicenseSamples.claims, LicenseIssuer(signer: Broken(chain: []))) == .claims)
  }
}
