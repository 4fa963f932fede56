// SPDX-License-Identifier: Apache-2.0
import Crypto
import Glibc
import ImprintSignedDocuments
import ImprintLicenseAuthority
import LicenseTestSupport
import TestSupport
import SwiftASN1
import Testing
import X509

@Suite struct TokenKeyTests {
  @Test(arguments: ["ES256", "EdDSA"])
  func aKeyOfATokenIsCertifiedAndSigns(algorithm: String) async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) {
      [token = token as SoftToken, algorithm = algorithm as String] in
      token.enter()
      let key = try token.makeKey(#require(SignatureAlgorithm(rawValue: algorithm)))
      let authority = try LicenseAuthority.create(name: "Example", now: 1_790_000_000)
      let certificate = try authority.root.licenseSigner(
        name: "Example signing", publicKey: key.publicKey,
        validity: .init(notBefore: 1_790_000_000, notAfter: 1_800_000_000))
      let signer = try TokenSigner(key: key, chain: [certificate])
      #expect(signer.algorithm.rawValue == algorithm)
      let text = Array("a licence".utf8)
      let signature = try signer.sign(text)
      #expect(signature.count == 64)
      // Judged by the certificate, as a verifier does.
      let certified = try Certificate(pemEncoded: DERCertificate.pem(certificate)).publicKey
      if let key = P256.Signing.PublicKey(certified) {
        #expect(key.isValidSignature(try .init(rawRepresentation: signature), for: text))
      } else {
        let key = try #require(Curve25519.Signing.PublicKey(certified))
        #expect(key.isValidSignature(signature, for: text))
      }
    }
  }

  @Test func aKeyThatWasMadeHereCannotLeaveTheToken() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      _ = try token.makeKey()
    }
    let listing = try token.tool("--list-objects", "--type", "privkey")
    #expect(listing.contains("signing"))
    #expect(listing.contains("always sensitive, never extractable, local"))
  }

  @Test func aKeyIsThereAgainInTheNextProcess() async throws {
    let token = try SoftToken()
    for isFirst in [true, false] {
      await #expect(processExitsWith: .success) { [token = token as SoftToken, isFirst = isFirst as Bool] in
        token.enter()
        let key = try isFirst ? token.makeKey() : TokenKey(at: token.location(), pin: token.source)
        #expect(try key.sign([1, 2, 3]).count == 64)
      }
    }
  }

  @Test(arguments: ["object=other", "id=%01", "object=other;id=%01"])
  func aKeyOfAnotherProgramIsFoundByLabelOrID(name: String) async throws {
    let token = try SoftToken()
    try token.tool("--keypairgen", "--key-type", "EC:prime256v1", "--label", "other", "--id", "01")
    await #expect(processExitsWith: .success) { [token = token as SoftToken, name = name as String] in
      token.enter()
      let key = try TokenKey(at: token.location(name), pin: token.source)
      #expect(try key.sign([1, 2, 3]).count == 64)
    }
  }

  @Test func manySignaturesAtOnceAreAllRight() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let key = try token.makeKey()
      // Each is verified before it is returned; that none comes twice shows that none was handed to another.
      let signatures = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for number in 0..<200 { group.addTask { try key.sign([UInt8(number)]) } }
        return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
      }
      #expect(signatures.count == 200)
    }
  }

  @Test func thePINMayComeFromTheEnvironment() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      _ = try token.makeKey()
      setenv("LICENCE_TOKEN_PIN", token.pin, 1)
      let key = try TokenKey(at: token.location(), pin: .environment("LICENCE_TOKEN_PIN"))
      #expect(try key.sign([1]).count == 64)
    }
  }
}
