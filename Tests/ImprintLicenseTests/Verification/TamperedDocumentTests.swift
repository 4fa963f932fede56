// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Testing

@Suite struct TamperedDocumentTests {
  private let samples: LicenseSamples
  private let document: String
  private let parts: [String]

  init() throws {
    samples = try LicenseSamples()
    document = try samples.issuer.issue(LicenseSamples.claims)
    parts = document.split(separator: ".").map(String.init)
  }

  private func codes(_ document: String) async -> [LicenseRejection.Code]? {
    await samples.verifier.judge(document).codes
  }

  @Test func changedPayloadIsRefusedAndNothingOfItIsShown() async throws {
    var claims = LicenseSamples.claims
    claims.features.append(.faceCapture)
    claims.profile = "everything"
    let forged = [parts[0], Base64.url.text(of: claims.json.text.utf8), parts[2]].joined(separator: ".")
    let verification = await samples.verifier.verify(forged, at: LicenseSamples.now)
    #expect(verification.verdict.codes == [.signature])
    #expect(
      verification.steps.allSatisfy {
        !$0.sentence.contains("everything") && !$0.sentence.contains("MORPHOFACS")
      })
    #expect(verification.steps.filter { $0.outcome == .failed }.map(\.id) == [.signature])
    #expect(verification.steps.filter { $0.outcome == .skipped }.count == 8)
  }

  @Test func changedHeaderIsRefused() async throws {
    // The same members in another order: still a right header, but not what was signed.
    let header = JSONValue.object([
      ("typ", .string("imprint-license+jwt")), ("alg", .string("ES256")),
      ("x5c", .strings(samples.authority.signer.chain.map { Base64.standard.text(of: $0) })),
    ])
    #expect(
      await codes([Base64.url.text(of: header.text.utf8), parts[1], parts[2]].joined(separator: ".")) == [
        .signature
      ])
  }

  @Test func changedSignatureIsRefused() async throws {
    var signature = try #require(Base64.url.bytes(of: Array(parts[2].utf8)))
    signature[10] ^= 1
    #expect(
      await codes([parts[0], parts[1], Base64.url.text(of: signature)].joined(separator: ".")) == [.signature]
    )
    for wrong in [Array(signature.dropLast()), signature + [0], [], [UInt8](repeating: 0, count: 64)] {
      #expect(
        await codes([parts[0], parts[1], Base64.url.text(of: wrong)].joined(separator: ".")) == [.signature])
    }
  }

  @Test func anotherKeysSignatureIsRefused() async throws {
    let other = AuthorityKey.generate(.es256)
    let header = Forge.header(alg: "ES256", chain: samples.authority.signer.chain)
    #expect(await codes(try Forge.document(header, LicenseSamples.claims.json, other)) == [.signature])
  }

  @Test func tenMegabytesAreRefusedBySize() async throws {
    #expect(await codes(String(repeating: "A", count: 10 << 20)) == [.size])
    #expect(
      await samples.verifier.verify([UInt8](repeating: 46, count: 10 << 20), at: LicenseSamples.now).verdict
        .codes == [.size])
  }

  @Test func documentAtTheSizeLimitIsJudgedAndOneByteMoreIsNot() async throws {
    let payload = Forge.with(
      LicenseSamples.claims.json, "ext", .object([("x", .string(String(repeating: "x", count: 47_000)))]))
    let long = try Forge.license(payload, samples.authority.signer)
    #expect(long.utf8.count <= 65_536)
    #expect(await samples.verifier.judge(long).isAccepted)
    #expect(await codes(String(repeating: ".", count: 65_536)) == [.form])
    #expect(await codes(String(repeating: ".", count: 65_537)) == [.size])
  }

  @Test(arguments: ["", ".", "..", "...", "a.b.c.d", "{}", "\u{0}.\u{0}.\u{0}", "..\n", "🪪.🪪.🪪"])
  func whatIsNotThreePartsIsRefused(text: String) async {
    #expect(await codes(text) == [.form])
  }

  @Test func partsThatAreNotCanonicalAreRefused() async throws {
    let last = try #require(parts[2].last)
    // 64 bytes leave four bits of the last digit unused: another digit of the same two is not canonical.
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let index = try #require(alphabet.firstIndex(of: last))
    let other = String(parts[2].dropLast()) + String(alphabet[index + 1])
    for text in [
      [parts[0], parts[1], other].joined(separator: "."), document + "=", document + "==", document + "\n",
      " " + document, document.replacing(".", with: ".\n", maxReplacements: 1),
    ] {
      #expect(await codes(text) == [.form])
    }
  }

  @Test func payloadThatIsNoJSONIsRefusedThoughSigned() async throws {
    let header = Forge.header(alg: "ES256", chain: samples.authority.signer.chain).text
    for payload in ["{", "[]", "null", "{\"ver\":1,\"ver\":1}", String(repeating: "[", count: 10_000)] {
      let document = try Forge.document(header: header, payload: payload, samples.authority.signer.key)
      #expect(await codes(document) == [.claims])
    }
  }
}
