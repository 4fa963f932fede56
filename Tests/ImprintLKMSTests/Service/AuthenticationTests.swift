// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import ImprintLicense
import ImprintSignedDocuments
import ImprintModel
import Testing

@testable import ImprintLKMS

struct AuthenticationTests {
  /// What is answered to everything that can be wrong with a key has to be the same, byte for byte.
  @Test func everyWrongKeyGetsTheSameAnswer() async throws {
    let lab = try await Lab()
    try await lab.database.createProfile(
      LicenseProfile(id: "other", product: Lab.product, features: [.verification]))
    let ofOther = try await lab.database.createKey(profile: "other", label: "").key
    let revoked = try await lab.database.createKey(profile: Lab.profile, label: "")
    try await lab.database.revokeKey(revoked.record.id)
    let expired = try await lab.database.createKey(profile: Lab.profile, label: "", expires: Lab.start + 1)
      .key
    lab.time.advance(by: 1)
    var wrongSecret = Array(lab.key.secret.utf8)
    wrongSecret[30] = wrongSecret[30] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    var unknownID = Array(lab.key.secret.utf8)
    unknownID[5] = unknownID[5] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    let keys: [String?] = [
      nil, "", "imk_", "x", ofOther.secret, revoked.key.secret, expired.secret,
      String(decoding: wrongSecret, as: UTF8.self), String(decoding: unknownID, as: UTF8.self),
      lab.key.secret + "A", String(repeating: "a", count: 60),
    ]
    var bodies: Set<[UInt8]> = []
    for key in keys {
      let answer = await lab.service.handle(
        .activate, body: LicenseRequest.activate(1).wireForm, apiKey: key, remote: "192.0.2.17")
      #expect(lab.code(of: answer) == .authentication)
      bodies.insert(answer.body)
    }
    var unknownProfile = LicenseRequest.activate(1)
    unknownProfile.profile = "nothing"
    let answer = await lab.ask(unknownProfile)
    #expect(lab.code(of: answer) == .authentication)
    bodies.insert(answer.body)
    #expect(bodies.count == 1)
    #expect(try await lab.activeCount() == 0)
  }

  @Test func failedAuthenticationWritesNothing() async throws {
    let lab = try await Lab()
    let before = try await lab.database.audit().count
    _ = await lab.ask(.activate(1), key: APIKey("imk_AAAAAAAAAAAA_" + String(repeating: "A", count: 43)))
    #expect(try await lab.database.audit().count == before)
  }

  @Test func keyWithItsProfileOpens() async throws {
    let lab = try await Lab()
    #expect(await lab.ask(.activate(1)).status == 200)
  }
}

struct SecretHashTests {
  @Test func sameSecretMatches() {
    #expect(SecretHash(of: "secret").matches(SecretHash(of: "secret")))
  }

  @Test(arguments: 0..<32) func oneBitIsEnoughToDiffer(byte: Int) {
    let hash = SecretHash(of: "secret")
    var data = hash.data
    data[byte] ^= 1
    #expect(!hash.matches(SecretHash(data: data)))
  }

  @Test func shorterHashDiffers() {
    let hash = SecretHash(of: "secret")
    #expect(!hash.matches(SecretHash(data: hash.data.prefix(31))))
    #expect(!hash.matches(SecretHash(data: hash.data.prefix(0))))
  }
}

struct KeyTextTests {
  @Test func keyIsTakenApartAsItWasPutTogether() throws {
    for _ in 0..<200 {
      let key = KeyText.random()
      #expect(key.text.utf8.count == 60)
      let read = try #require(KeyText(key.text))
      #expect(read.id == key.id)
      #expect(read.secretHash.matches(key.secretHash))
    }
  }

  @Test func idAndSecretAreCanonicalBase64() throws {
    let key = KeyText.random()
    #expect(Base64.url.bytes(of: Array(key.id.utf8))?.count == 9)
    #expect(Base64.url.bytes(of: Array(key.text.utf8.suffix(43)))?.count == 32)
  }

  @Test(arguments: [
    "", "imk", "imk_", "imk_AAAAAAAAAAAA-" + String(repeating: "A", count: 43),
    "imk_AAAAAAAAAAAA_" + String(repeating: "A", count: 42),
    "imk_AAAAAAAAAAAA_" + String(repeating: "A", count: 44),
    "imk_AAAAAAAAAAAA_" + String(repeating: "ä", count: 21) + "A",
    "IMK_AAAAAAAAAAAA_" + String(repeating: "A", count: 43),
  ]) func whatIsNoKeyIsNone(text: String) {
    #expect(KeyText(text) == nil)
  }
}
