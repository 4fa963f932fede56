// SPDX-License-Identifier: Apache-2.0
import ImprintSignedDocuments
import ImprintCertificates
import Testing

@Suite struct TrustAnchorTests {
  private func code(_ work: () throws(TrustAnchorError) -> Void) -> TrustAnchorError.Code? {
    do throws(TrustAnchorError) {
      try work()
      return nil
    } catch {
      return error.code
    }
  }

  private func code(pem: String) -> TrustAnchorError.Code? {
    code { () throws(TrustAnchorError) in _ = try TrustAnchor(pem: pem) }
  }

  @Test func rootIsTakenAsDERAndAsPEM() throws {
    let root = try Forge.root()
    let pem = DERCertificate.pem(root.certificate)
    #expect(try TrustAnchor(pem: pem) == TrustAnchor(der: root.certificate))
    #expect(try TrustAnchor(pem: pem).certificate == root.certificate)
    #expect(try TrustAnchor(pem: "Subject: a comment\n" + pem + "\n").name.contains("Forged root"))
  }

  @Test func bundleHoldsSeveralAndOneIsOne() throws {
    let pem =
      DERCertificate.pem(try Forge.root("One").certificate)
      + DERCertificate.pem(try Forge.root("Two").certificate)
    #expect(try TrustAnchor.bundle(pem: pem).map(\.name) == ["CN=One", "CN=Two"])
    #expect(code(pem: pem) == .form)
  }

  @Test(arguments: [
    "", "text", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
    "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\nMAA",
  ])
  func whatIsNoCertificateIsRefused(pem: String) {
    #expect(code(pem: pem) == .form)
  }

  @Test func privateKeyBesideTheCertificateIsRefused() throws {
    let root = try Forge.root()
    #expect(code(pem: DERCertificate.pem(root.certificate) + (try root.key.pem)) == .form)
  }

  @Test func certificateThatIsNoAuthorityIsRefused() throws {
    let signer = try Forge.signer().chain[0]
    #expect(code { () throws(TrustAnchorError) in _ = try TrustAnchor(der: signer) } == .authority)
  }

  @Test func authorityThatAnotherOneSignedIsRefused() throws {
    let branch = try Forge.root().intermediate(
      name: "Branch", key: .generate(.es256), validity: Forge.validity)
    #expect(
      code { () throws(TrustAnchorError) in _ = try TrustAnchor(der: branch.certificate) } == .selfSigned)
    // Of the same name as its issuer, but another key's.
    let root = try Forge.root()
    let twin = try root.intermediate(name: "Forged root", key: .generate(.es256), validity: Forge.validity)
    #expect(code { () throws(TrustAnchorError) in _ = try TrustAnchor(der: twin.certificate) } == .selfSigned)
  }
}
