// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Crypto
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Testing

@Suite struct AlgorithmTests {
  private let samples: LicenseSamples

  init() throws {
    samples = try LicenseSamples()
  }

  @Test(arguments: [
    "none", "None", "NONE", "", "HS256", "HS512", "RS256", "PS256", "ES384", "es256", "Ed25519",
  ])
  func algorithmOutsideTheTwoIsRefused(alg: String) async throws {
    let header = Forge.header(alg: alg, chain: samples.authority.signer.chain)
    let document = try Forge.document(header, LicenseSamples.claims.json, samples.authority.signer.key)
    #expect(await samples.verifier.judge(document).codes == [.algorithm])
  }

  @Test func algorithmNoneWithoutSignatureIsRefused() async throws {
    let header = Forge.header(alg: "none", chain: samples.authority.signer.chain)
    let document =
      "\(Base64.url.text(of: header.text.utf8)).\(Base64.url.text(of: LicenseSamples.claims.json.text.utf8))."
    #expect(await samples.verifier.judge(document).codes == [.algorithm])
  }

  @Test func hmacWithThePublicKeyAsSecretIsRefused() async throws {
    let header = Forge.header(alg: "HS256", chain: samples.authority.signer.chain)
    let signed =
      "\(Base64.url.text(of: header.text.utf8)).\(Base64.url.text(of: LicenseSamples.claims.json.text.utf8))"
    let secret = SymmetricKey(data: try samples.authority.signer.key.publicKey)
    let code = Array(HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: secret))
    #expect(await samples.verifier.judge("\(signed).\(Base64.url.text(of: code))").codes == [.algorithm])
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func theOtherAlgorithmThanTheKeysIsRefused(algorithm: SignatureAlgorithm) async throws {
    let samples = try LicenseSamples(algorithm)
    let other = algorithm == .es256 ? SignatureAlgorithm.edDSA : .es256
    let header = Forge.header(alg: other.rawValue, chain: samples.authority.signer.chain)
    // Whichever key signs it, and however.
    for key in [samples.authority.signer.key, .generate(other)] {
      let document = try Forge.document(header, LicenseSamples.claims.json, key)
      #expect(await samples.verifier.judge(document).codes == [.algorithm])
    }
  }

  @Test func licenceDoesNotPassForARevocationNorTheReverse() async throws {
    let revocation = try samples.issuer.issue(LicenseSamples.revocation)
    #expect(await samples.verifier.judge(revocation).codes == [.header])
    let license = try samples.issuer.issue(LicenseSamples.claims)
    let verdict = await samples.verifier.verifyRevocation(
      license, of: "activation-1", nonce: LicenseSamples.claims.nonce, at: LicenseSamples.now)
    guard case .rejected(let reasons) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(reasons.map(\.code) == [.header])
  }
}
