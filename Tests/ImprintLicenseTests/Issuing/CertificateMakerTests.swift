// SPDX-License-Identifier: Apache-2.0
import Crypto
import ImprintSignedDocuments
import ImprintLicenseAuthority
import LicenseTestSupport
import Testing

@Suite struct CertificateMakerTests {
  private func code(_ work: () throws(AuthorityError) -> Void) -> AuthorityError.Code? {
    do throws(AuthorityError) {
      try work()
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func keysComeBackFromTheirPEM(algorithm: SignatureAlgorithm) throws {
    let key = AuthorityKey.generate(algorithm)
    let pem = try key.pem
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n") && pem.hasSuffix("-----END PRIVATE KEY-----\n"))
    let read = try AuthorityKey(pem: pem)
    #expect(try read.publicKey == key.publicKey && read.algorithm == algorithm)
    #expect(try key.sign([1, 2, 3]).count == 64)
    #expect(
      !"\(key)".contains(String(pem.dropFirst(30).prefix(20))) && !String(reflecting: key).contains("PRIVATE")
    )
  }

  @Test(arguments: ["", "no key", "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n"])
  func whatIsNoKeyIsRefused(pem: String) {
    #expect(code { () throws(AuthorityError) in _ = try AuthorityKey(pem: pem) } == .key)
  }

  @Test func keyOfACurveThatSignsNoLicencesIsRefused() {
    let pem = P384.Signing.PrivateKey().pemRepresentation
    #expect(code { () throws(AuthorityError) in _ = try AuthorityKey(pem: pem) } == .key)
  }

  @Test func signerNeedsItsOwnCertificate() throws {
    let authority = try LicenseAuthority.create(name: "Sample", now: LicenseSamples.now)
    let other = AuthorityKey.generate(.es256)
    #expect(
      code { () throws(AuthorityError) in _ = try KeySigner(key: other, chain: authority.signer.chain) }
        == .certificate)
    #expect(code { () throws(AuthorityError) in _ = try KeySigner(key: other, chain: []) } == .certificate)
    let pem = DERCertificate.pem(authority.signer.chain[0])
    let signer = try KeySigner(
      pem: authority.signer.key.pem, chain: DERCertificate.chain(pem: pem + authority.rootCertificatePEM))
    #expect(signer.chain.count == 2)
  }

  @Test func certificateOutsideItsIssuersTimeIsNotMade() throws {
    let root = try Forge.root()
    let key = try AuthorityKey.generate(.es256).publicKey
    for change in [(-1, 0), (0, 1)] as [(Int64, Int64)] {
      let validity = CertificateMaker.Validity(
        notBefore: Forge.validity.notBefore + change.0, notAfter: Forge.validity.notAfter + change.1)
      #expect(
        code { () throws(AuthorityError) in
          _ = try root.licenseSigner(name: "a", publicKey: key, validity: validity)
        } == .validity)
    }
  }

  @Test func namesThatNoServerHasAreRefused() throws {
    let root = try Forge.root()
    let key = try AuthorityKey.generate(.es256).publicKey
    for (names, addresses) in [
      ([], []), (["a b"], []), (["-a.example"], []), (["a..b"], []), (["*.example.com"], []), ([], ["1.2.3"]),
      ([], ["::g"]),
    ] as [([String], [String])] {
      #expect(
        code { () throws(AuthorityError) in
          _ = try root.server(
            name: "a", publicKey: key, dnsNames: names, addresses: addresses, validity: Forge.validity)
        } == .name)
    }
    let der = try root.server(
      name: "a", publicKey: key, dnsNames: ["localhost"], addresses: ["127.0.0.1", "::1"],
      validity: Forge.validity)
    #expect(try DERCertificate.notAfter(der) == Forge.validity.notAfter)
  }

  @Test(arguments: ["", "a\u{0}", String(repeating: "a", count: 65)])
  func namesThatNoCertificateCarriesAreRefused(name: String) {
    #expect(
      code { () throws(AuthorityError) in
        _ = try CertificateMaker.root(name: name, key: .generate(.es256), validity: Forge.validity)
      } == .name)
  }

  @Test func authorityWithTimesOutOfRangeIsNotMade() {
    let now = LicenseSamples.now
    for (begin, end) in [
      (.min, now), (now, now), (now, now - 1), (now, .max), (.max, .max), (.max, .min),
    ] as [(Int64, Int64)] {
      #expect(
        code { () throws(AuthorityError) in
          _ = try CertificateMaker.root(
            name: "a", key: .generate(.es256), validity: .init(notBefore: begin, notAfter: end))
        } == .validity)
    }
  }
}
