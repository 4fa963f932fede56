// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Testing

@Suite struct RevocationTests {
  private let samples: LicenseSamples
  private let document: String
  private let revocation = LicenseSamples.revocation

  init() throws {
    samples = try LicenseSamples()
    document = try samples.issuer.issue(revocation)
  }

  private func codes(
    _ document: String? = nil, of activation: String = "activation-1", nonce: String? = nil,
    by verifier: LicenseVerifier? = nil, at now: Int64 = LicenseSamples.now
  ) async -> [LicenseRejection.Code]? {
    let verdict = await (verifier ?? samples.verifier).verifyRevocation(
      document ?? self.document, of: activation, nonce: nonce ?? revocation.nonce, at: now)
    guard case .rejected(let reasons) = verdict else { return nil }
    return reasons.map(\.code)
  }

  @Test func revocationThatAnswersTheRequestHolds() async {
    let verdict = await samples.verifier.verifyRevocation(
      document, of: revocation.activation, nonce: revocation.nonce, at: LicenseSamples.now)
    #expect(verdict == .revoked(revocation))
    // A device whose clock is behind does not escape it.
    #expect(await codes(at: 0) == nil)
  }

  @Test func revocationOfAnotherActivationOrToAnotherRequestIsRefused() async {
    #expect(await codes(of: "activation-2") == [.device])
    #expect(await codes(nonce: "CCCCCCCCCCCCCCCCCCCCCC") == [.nonce])
    #expect(await codes(of: "activation-2", nonce: "C") == [.device, .nonce])
  }

  @Test func revocationOfAStrangerIsRefused() async throws {
    let stranger = LicenseVerifier(trustAnchors: [try TrustAnchor(der: Forge.root("Elsewhere").certificate)])
    #expect(await codes(by: stranger) == [.chain])
    #expect(await codes(document.replacing("A", with: "B")) != nil)
  }

  @Test func revocationWithAnUnknownClaimIsRefused() async throws {
    let signer = samples.authority.signer
    let header = Forge.header(
      alg: "ES256", chain: signer.chain, typ: SignedDocumentKind.revocation.type)
    let payload = Forge.with(revocation.json, "until", .integer(1_800_000_000))
    #expect(await codes(try Forge.document(header, payload, signer.key)) == [.claims])
  }
}
