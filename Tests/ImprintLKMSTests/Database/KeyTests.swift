// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct KeyTests {
  @Test func listShowsKeysWithoutTheirSecrets() async throws {
    let lab = try await Lab()
    let made = try await lab.database.createKey(profile: Lab.profile, label: "second", expires: Lab.start + 5)
    let keys = try await lab.database.keys(profile: Lab.profile)
    #expect(keys.map(\.label) == ["tests", "second"] || keys.map(\.label) == ["second", "tests"])
    #expect(keys.contains(made.record))
    #expect(try await lab.database.keys(profile: "other").isEmpty)
  }

  @Test func revokedKeyIsListedAsRevoked() async throws {
    let lab = try await Lab()
    let id = try #require(KeyText(lab.key.secret)?.id)
    try await lab.database.revokeKey(id)
    lab.time.advance(by: 9)
    try await lab.database.revokeKey(id)
    #expect(try await lab.database.keys().map(\.revoked) == [Lab.start])
  }

  /// One of 64 random ones would be an option of `key revoke` and `activation release`.
  @Test func noIdentifierBeginsWithAHyphen() {
    for _ in 0..<2000 {
      #expect(!KeyText.random().id.hasPrefix("-"))
      #expect(!RandomText.identifier(bytes: 16).hasPrefix("-"))
    }
  }

  @Test func unknownKeyIsNotRevoked() async throws {
    let lab = try await Lab()
    await #expect { try await lab.database.revokeKey("AAAAAAAAAAAA") } throws: {
      ($0 as? LicenseDatabaseError)?.code == .keyUnknown
    }
  }

  @Test(arguments: [("two\nlines", nil), (String(repeating: "x", count: 257), nil), ("", Lab.start)])
  func impossibleKeyIsRefused(label: String, expires: Int64?) async throws {
    let lab = try await Lab()
    await #expect {
      _ = try await lab.database.createKey(profile: Lab.profile, label: label, expires: expires)
    } throws: {
      ($0 as? LicenseDatabaseError)?.code == .keyInvalid
    }
  }
}
