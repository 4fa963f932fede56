// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
@testable import ImprintCertificates
import ImprintLicenseAuthority
import LicenseTestSupport
import SwiftASN1
import Testing
import X509

@Suite struct ChainTests {
  private let root: CertificateMaker
  private let verifier: LicenseVerifier
  private let key = AuthorityKey.generate(.es256)

  init() throws {
    root = try Forge.root()
    verifier = LicenseVerifier(trustAnchors: [try TrustAnchor(der: root.certificate)])
  }

  private func codes(
    _ chain: [[UInt8]], at now: Int64 = LicenseSamples.now
  ) async throws -> [LicenseRejection.Code]? {
    await verifier.judge(try Forge.license(key, chain: chain), at: now).codes
  }

  private func signer(_ issuer: CertificateMaker, name: String = "Signing") throws -> [UInt8] {
    try issuer.licenseSigner(name: name, publicKey: key.publicKey, validity: Forge.validity)
  }

  private func branch(
    _ name: String = "Branch", of issuer: CertificateMaker? = nil, pathLength: Int = 0
  ) throws -> CertificateMaker {
    try (issuer ?? root).intermediate(
      name: name, key: .generate(.es256), validity: Forge.validity, pathLength: pathLength)
  }

  @Test func theChainsOfThisSuiteAreAcceptedAsTheyAre() async throws {
    let branch = try branch()
    #expect(try await codes([signer(root)]) == nil)
    #expect(try await codes([signer(branch), branch.certificate]) == nil)
  }

  @Test func anotherAuthoritysLicenceIsRefusedEvenUnderTheSameName() async throws {
    #expect(try await codes([signer(Forge.root("Elsewhere"))]) == [.chain])
    #expect(try await codes([signer(Forge.root())]) == [.chain])
    let other = try Forge.root("Elsewhere")
    #expect(try await codes([signer(other), other.certificate]) == [.chain])
  }

  @Test func withoutTrustAnchorsEverythingIsRefused() async throws {
    let document = try Forge.license(key, chain: [signer(root)])
    #expect(await LicenseVerifier(trustAnchors: []).judge(document).codes == [.chain])
  }

  @Test func trustAnchorItselfDoesNotSignLicences() async throws {
    #expect(await verifier.judge(try Forge.license(root.key, chain: [root.certificate])).codes == [.chain])
  }

  @Test func certificatesOutOfOrderAreRefused() async throws {
    let branch = try branch()
    let leaf = try signer(branch)
    #expect(try await codes([leaf, root.certificate, branch.certificate]) == [.chain])
    #expect(try await codes([branch.certificate, leaf]) == [.signature])
    #expect(try await codes([leaf, leaf, branch.certificate]) == [.chain])
    #expect(try await codes([leaf]) == [.chain])
  }

  @Test func certificateThatDoesNotBelongToTheChainIsRefused() async throws {
    let leaf = try signer(root)
    #expect(try await codes([leaf, Forge.root("Elsewhere").certificate]) == [.chain])
    // Of the right name, but not what signed it.
    #expect(try await codes([leaf, Forge.root().certificate]) == [.chain])
    let branch = try branch()
    #expect(try await codes([leaf, root.certificate, branch.certificate]) == [.chain])
  }

  @Test func signingCertificateWithoutItsUsageIsRefused() async throws {
    let usage = ExtendedKeyUsage.Usage(oid: LicenseSigningUsage.identifier)
    let signing = KeyUsage(digitalSignature: true)
    let wrong: [CertificateDraft.ExtensionMaker] = [
      { try Certificate.Extensions { Critical(signing) } },
      {
        try Certificate.Extensions {
          Critical(signing); Critical(try ExtendedKeyUsage([.codeSigning, .serverAuth]))
        }
      },
      {
        try Certificate.Extensions {
          Critical(signing); Critical(try ExtendedKeyUsage([.any]))
        }
      },
      {
        try Certificate.Extensions {
          Critical(signing); try ExtendedKeyUsage([usage])
        }
      },
      { try Certificate.Extensions { Critical(try ExtendedKeyUsage([usage])) } },
      {
        try Certificate.Extensions {
          Critical(KeyUsage(keyAgreement: true)); Critical(try ExtendedKeyUsage([usage]))
        }
      },
      {
        try Certificate.Extensions {
          Critical(KeyUsage(digitalSignature: true, keyCertSign: true));
          Critical(try ExtendedKeyUsage([usage]))
        }
      },
      {
        try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0)); Critical(signing)
          Critical(try ExtendedKeyUsage([usage]))
        }
      },
    ]
    for (index, extensions) in wrong.enumerated() {
      let leaf = try Forge.certificate("Signing", key, by: root, extensions)
      #expect(try await codes([leaf]) == [.keyUsage], "case \(index)")
    }
  }

  @Test func stepsTellAWrongUsageFromAWrongChain() async throws {
    let leaf = try Forge.certificate("Signing", key, by: root) {
      try Certificate.Extensions { Critical(KeyUsage(digitalSignature: true)) }
    }
    let right = await verifier.verify(try Forge.license(key, chain: [leaf]), at: LicenseSamples.now).steps
    #expect(right.first { $0.id == .chain }?.outcome == .passed)
    #expect(right.first { $0.id == .usage }?.outcome == .failed)
    let stranger = try Forge.license(key, chain: [signer(Forge.root("Elsewhere"))])
    let wrong = await verifier.verify(stranger, at: LicenseSamples.now).steps
    #expect(wrong.first { $0.id == .chain }?.outcome == .failed)
    #expect(wrong.first { $0.id == .usage }?.outcome == .skipped)
  }

  @Test func unknownCriticalExtensionIsRefused() async throws {
    let leaf = try Forge.certificate("Signing", key, by: root) {
      var extensions = try CertificateDraft.signing([.licenses])()
      try extensions.append(Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0]))
      return extensions
    }
    #expect(try await codes([leaf]) == [.chain])
  }

  @Test func intermediateThatIsNoAuthorityIsRefused() async throws {
    let middle = AuthorityKey.generate(.es256)
    let certificate = try root.licenseSigner(
      name: "Middle", publicKey: middle.publicKey, validity: Forge.validity)
    let leaf = try signer(CertificateMaker(certificate: certificate, key: middle))
    let refused = try await codes([leaf, certificate])
    #expect(refused == [.keyUsage] || refused == [.chain])
  }

  @Test func intermediateThatMayNotSignCertificatesIsRefused() async throws {
    let middle = AuthorityKey.generate(.es256)
    let authority = BasicConstraints.isCertificateAuthority(maxPathLength: 0)
    let wrong: [CertificateDraft.ExtensionMaker] = [
      {
        try Certificate.Extensions {
          Critical(authority); Critical(KeyUsage(digitalSignature: true))
        }
      },
      {
        try Certificate.Extensions {
          Critical(authority); Critical(KeyUsage(keyCertSign: true)); try ExtendedKeyUsage([.serverAuth])
        }
      },
    ]
    for extensions in wrong {
      let certificate = try Forge.certificate("Middle", middle, by: root, extensions)
      let leaf = try signer(CertificateMaker(certificate: certificate, key: middle))
      #expect(try await codes([leaf, certificate]) == [.keyUsage])
    }
  }

  @Test func pathLongerThanAnAuthorityPermitsIsRefused() async throws {
    let first = try branch("First", pathLength: 0)
    let second = try branch("Second", of: first)
    #expect(try await codes([signer(second), second.certificate, first.certificate]) == [.chain])
  }

  @Test func moreThanFourCertificatesAreRefused() async throws {
    let leaf = try signer(root)
    #expect(try await codes(Array(repeating: leaf, count: 5)) == [.header])
    #expect(try await codes(Array(repeating: leaf, count: 60)) == [.header])
    #expect(try await codes(Array(repeating: leaf, count: 600)) == [.size])
    #expect(try await codes([]) == [.header])
  }

  @Test func certificatesThatAreNoneAreRefused() async throws {
    let leaf = try signer(root)
    for wrong in [[1], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], Array(leaf.dropLast()), leaf + [0]] {
      #expect(try await codes([wrong]) == [.chain])
      #expect(try await codes([leaf, wrong]) == [.chain])
    }
  }

  @Test func expiredIntermediateIsRefused() async throws {
    let short = CertificateMaker.Validity(
      notBefore: Forge.validity.notBefore, notAfter: LicenseSamples.now - LicenseSamples.day)
    let branch = try root.intermediate(name: "Branch", key: .generate(.es256), validity: short)
    let leaf = try Forge.certificate("Signing", key, by: branch, CertificateDraft.signing([.licenses]))
    #expect(try await codes([leaf, branch.certificate]) == [.certificateExpired])
  }

  @Test func licenceThatOutlivesItsSigningCertificateIsRefused() async throws {
    let end = LicenseSamples.now + LicenseSamples.day
    let leaf = try root.licenseSigner(
      name: "Signing", publicKey: key.publicKey,
      validity: CertificateMaker.Validity(notBefore: Forge.validity.notBefore, notAfter: end))
    // While the certificate is valid, by the rule; when it has expired, by its time.
    #expect(try await codes([leaf]) == [.claims])
    #expect(try await codes([leaf], at: end + 1) == [.certificateExpired])
  }

  @Test func signingCertificateOfTheFutureIsRefused() async throws {
    let begin = LicenseSamples.now + LicenseSamples.day
    let leaf = try root.licenseSigner(
      name: "Signing", publicKey: key.publicKey,
      validity: CertificateMaker.Validity(notBefore: begin, notAfter: Forge.validity.notAfter))
    #expect(try await codes([leaf]) == [.certificateExpired])
  }
}
