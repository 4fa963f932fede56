// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Testing

@Suite struct HeaderTests {
  private let samples: LicenseSamples
  private let right: JSONValue

  init() throws {
    samples = try LicenseSamples()
    right = Forge.header(alg: "ES256", chain: samples.authority.signer.chain)
  }

  private func codes(_ header: String) async throws -> [LicenseRejection.Code]? {
    let document = try Forge.document(
      header: header, payload: LicenseSamples.claims.json.text, samples.authority.signer.key)
    return await samples.verifier.judge(document).codes
  }

  @Test func headerOfThisSuiteIsAcceptedAsItIs() async throws {
    #expect(try await codes(right.text) == nil)
  }

  @Test(arguments: ["crit", "kid", "jwk", "jku", "x5u", "x5t", "cty", "zip", "b64", "Alg"])
  func unknownMemberIsRefused(name: String) async throws {
    #expect(try await codes(Forge.with(right, name, .strings(["exp"])).text) == [.header])
  }

  @Test(arguments: ["alg", "typ", "x5c"])
  func missingAndRepeatedMembersAreRefused(name: String) async throws {
    #expect(try await codes(Forge.with(right, name, nil).text) == [.header])
    let repeated = Forge.changed(right) { members in
      members += members.filter { $0.0 == name }
    }
    #expect(try await codes(repeated.text) == [.header])
  }

  @Test func membersOfAnotherTypeAreRefused() async throws {
    for value in [JSONValue.null, .integer(1), .array([]), .object([]), .string("JWT")] {
      #expect(try await codes(Forge.with(right, "typ", value).text) == [.header])
      #expect(try await codes(Forge.with(right, "x5c", value).text) == [.header])
    }
    #expect(try await codes(Forge.with(right, "alg", .integer(1)).text) == [.algorithm])
  }

  @Test func certificatesInAnotherBase64AreRefused() async throws {
    let der = try #require(samples.authority.signer.chain.first)
    let standard = Base64.standard.text(of: der)
    for text in [Base64.url.text(of: der + [0xFF, 0xFE]), standard + "=", standard + "\n", "", "="] {
      #expect(try await codes(Forge.with(right, "x5c", .strings([text])).text) == [.header])
    }
  }

  @Test(arguments: ["", "{", "[]", "\"\"", "null", "{}x", "\u{FEFF}{}"])
  func whatIsNoObjectIsRefused(text: String) async throws {
    let codes = try await codes(text)
    #expect(codes == [.header] || codes == [.form])
  }
}
