// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Testing

@Suite struct AcceptedLicenseTests {
  private let expecting = LicenseExpectation(
    profile: "kiosk", product: "com.example.kiosk", device: LicenseSamples.device,
    nonce: LicenseSamples.claims.nonce)

  @Test(arguments: SignatureAlgorithm.allCases)
  func issuedLicenceIsAcceptedWithItsClaims(algorithm: SignatureAlgorithm) async throws {
    let samples = try LicenseSamples(algorithm)
    let document = try samples.issuer.issue(LicenseSamples.claims)
    let verification = await samples.verifier.verify(document, at: LicenseSamples.now, expecting: expecting)
    guard case .accepted(let license) = verification.verdict else {
      Issue.record("\(verification.verdict)")
      return
    }
    #expect(license.claims == LicenseSamples.claims)
    #expect(license.document == document)
    #expect(license.signer.contains("Sample licence signing"))
    #expect(verification.steps.map(\.id) == LicenseStep.ID.allCases)
    #expect(verification.steps.allSatisfy { $0.outcome == .passed })
  }

  @Test func whatIsNotExpectedIsSkippedAndSaid() async throws {
    let samples = try LicenseSamples()
    let verification = await samples.verifier.verify(
      try samples.issuer.issue(LicenseSamples.claims), at: LicenseSamples.now)
    #expect(verification.verdict.isAccepted)
    let skipped = verification.steps.filter { $0.outcome == .skipped }.map(\.id)
    #expect(skipped == [.profile, .product, .device, .nonce])
  }

  @Test func chainWithIntermediateIsAcceptedWithAndWithoutItsRoot() async throws {
    let samples = try LicenseSamples()
    let intermediate = try samples.authority.root.intermediate(
      name: "Branch", key: .generate(.edDSA), validity: Forge.validity.within(samples.authority))
    let key = AuthorityKey.generate(.es256)
    let leaf = try intermediate.licenseSigner(
      name: "Branch signing", publicKey: key.publicKey, validity: Forge.validity.within(samples.authority))
    let chain = [leaf, intermediate.certificate]
    #expect(await samples.verifier.judge(try Forge.license(key, chain: chain)).isAccepted)
    let withRoot = chain + [samples.authority.rootCertificate]
    #expect(await samples.verifier.judge(try Forge.license(key, chain: withRoot)).isAccepted)
  }

  @Test func anyOfSeveralAnchorsIsEnough() async throws {
    let samples = try LicenseSamples()
    let anchors = [
      try TrustAnchor(der: Forge.root().certificate), try TrustAnchor(der: samples.authority.rootCertificate),
    ]
    let verifier = LicenseVerifier(trustAnchors: anchors)
    #expect(await verifier.judge(try samples.issuer.issue(LicenseSamples.claims)).isAccepted)
  }

  @Test func extMayHoldAnything() async throws {
    let samples = try LicenseSamples()
    let payload = Forge.with(
      LicenseSamples.claims.json, "ext", .object([("x", .array([.null, .number(0.5)]))]))
    #expect(await samples.verifier.judge(try Forge.license(payload, samples.authority.signer)).isAccepted)
  }

  @Test func expiredLicenceIsAVerdictOfItsOwn() async throws {
    let samples = try LicenseSamples()
    let document = try samples.issuer.issue(LicenseSamples.claims)
    let end = LicenseSamples.claims.expires
    #expect(await samples.verifier.judge(document, at: end - 1).isAccepted)
    // In 2100 the signing certificate has ended too: it is judged at the licence's own last second.
    for now in [end, end + 1, 4_102_444_800, .max] {
      guard case .expired(let license) = await samples.verifier.judge(document, at: now) else {
        Issue.record("not expired at \(now)")
        return
      }
      #expect(license.claims == LicenseSamples.claims)
    }
  }
}

extension CertificateMaker.Validity {
  /// Not beyond an authority's own.
  func within(_ authority: LicenseAuthority) throws -> Self {
    let begin = LicenseSamples.now - 30 * LicenseSamples.day - 3600
    return Self(
      notBefore: max(notBefore, begin),
      notAfter: min(notAfter, try DERCertificate.notAfter(authority.rootCertificate)))
  }
}
