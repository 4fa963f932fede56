// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@Suite struct ClaimsTests {
  private let right = LicenseSamples.claims.json

  private func isRefused(_ json: JSONValue) -> Bool {
    do throws(LicenseRejection) {
      _ = try LicenseClaims(json: json)
      return false
    } catch {
      return error.code == .claims
    }
  }

  private func isRefused(_ name: String, _ value: JSONValue?) -> Bool {
    isRefused(Forge.with(right, name, value))
  }

  @Test func claimsReadAreTheClaimsWritten() throws {
    #expect(try LicenseClaims(json: right) == LicenseSamples.claims)
    let bare = LicenseSamples.claims { claims in
      claims.limits = [:]
      claims.features = []
      claims.policy.degraded = []
    }
    #expect(try LicenseClaims(json: JSONValue(parsing: Array(bare.json.text.utf8))) == bare)
  }

  @Test(arguments: [
    "ver", "iss", "jti", "sub", "aud", "profile", "iat", "nbf", "exp", "renew", "nonce", "features",
    "device", "policy",
  ])
  func missingClaimIsRefused(name: String) {
    #expect(isRefused(name, nil))
    for value in [JSONValue.null, .bool(true), .number(1.5), .array([.null]), .object([("x", .null)])] {
      #expect(isRefused(name, value))
    }
  }

  @Test(arguments: ["until", "Exp", "crit", "", "exp ", "e\u{301}"])
  func unknownClaimIsRefused(name: String) {
    #expect(isRefused(name, .integer(1)))
  }

  @Test func hostileNameOfAnUnknownClaimIsNotShown() {
    do throws(LicenseRejection) {
      _ = try LicenseClaims(json: Forge.with(right, "\u{1B}[31mroot", .null))
      Issue.record("accepted")
    } catch {
      #expect(!error.description.contains("\u{1B}"))
    }
  }

  @Test func anotherVersionIsRefused() {
    for version in [JSONValue.integer(0), .integer(2), .string("1"), .number(1.0000001)] {
      #expect(isRefused("ver", version))
    }
  }

  @Test(arguments: ["iss", "jti", "sub", "nonce"])
  func textsOutsideTheirRangeAreRefused(name: String) {
    for text in ["", String(repeating: "a", count: 257), "a\nb", "a\u{0}", "\u{7F}", "a\u{85}"] {
      #expect(isRefused(name, .string(text)))
    }
    #expect(!isRefused(name, .string(String(repeating: "ä", count: 128))))
  }

  @Test(arguments: ["aud", "profile"])
  func namesOutsideTheirAlphabetAreRefused(name: String) {
    for text in [
      "", ".a", "-a", "_a", "a b", "a/b", "ä", "a\n", String(repeating: "a", count: 65), "\u{212A}iosk",
    ] {
      #expect(isRefused(name, .string(text)))
    }
    #expect(!isRefused(name, .string("9" + String(repeating: "_", count: 63))))
  }

  @Test(arguments: ["iat", "nbf", "exp", "renew"])
  func timesOutsideTheirYearsAreRefused(name: String) {
    for time in [0, -1, 1_577_836_799, 7_258_118_400, Int.max, Int.min] {
      #expect(isRefused(name, .integer(time)))
    }
    #expect(isRefused(name, .number(1.79e9)))
  }

  @Test func timesInTheWrongOrderAreRefused() {
    let claims = LicenseSamples.claims
    #expect(isRefused("exp", .integer(Int(claims.notBefore) - 1)))
    #expect(isRefused("renew", .integer(Int(claims.notBefore) - 1)))
    #expect(isRefused("renew", .integer(Int(claims.expires) + 1)))
    #expect(!isRefused("renew", .integer(Int(claims.expires))))
  }

  @Test func featuresOutsideTheirAlphabetAreRefused() {
    for texts in [[""], ["verif"], ["1A"], ["_A"], ["A B"], ["A", "A"], [String(repeating: "A", count: 33)]] {
      #expect(isRefused("features", .strings(texts)))
    }
    #expect(isRefused("features", .strings((0..<65).map { "F\($0)" })))
    #expect(!isRefused("features", .strings((0..<64).map { "F\($0)" })))
  }

  @Test func limitsThatAreNoCountsAreRefused() {
    for value in [JSONValue.integer(-1), .number(1.5), .string("1"), .null] {
      #expect(isRefused("limits", .object([("registeredUsers", value)])))
    }
    for name in ["", "1a", "a b", "registered_users", String(repeating: "a", count: 65)] {
      #expect(isRefused("limits", .object([(name, .integer(1))])))
    }
    #expect(isRefused("limits", .array([])))
  }

  @Test func policyOutsideItsRangeIsRefused() throws {
    let policy = JSONValue.object([("grace", .integer(0)), ("failure", .string("stop"))])
    #expect(!isRefused("policy", policy))
    for (name, value) in [
      ("grace", JSONValue.integer(-1)), ("grace", .integer(315_576_001)), ("grace", .integer(.max)),
      ("failure", .string("ignore")), ("failure", .null), ("degraded", .strings(["a"])),
      ("more", .integer(1)),
    ] {
      #expect(isRefused("policy", Forge.with(policy, name, value)))
    }
    #expect(
      isRefused("policy", Forge.with(policy, "grace", nil))
        && isRefused("policy", Forge.with(policy, "failure", nil)))
  }

  @Test func devicesThatCannotBeToldFromOthersAreRefused() {
    let facts = { (facts: [(String, JSONValue)]) in
      JSONValue.object([("ver", .integer(1)), ("facts", .object(facts))])
    }
    let disk = ("disk", JSONValue.strings(["0000000b"]))
    #expect(!isRefused("device", facts([disk])))
    #expect(isRefused("device", facts([])))
    #expect(
      isRefused("device", facts([("board", .strings(["0000000b"])), ("processor", .strings(["0000000b"]))])))
    #expect(isRefused("device", facts([disk, ("serial", .strings(["0000000b"]))])))
    for values in [
      [], ["0000000B"], ["000000b"], ["0000000g"], ["00000001", "00000001"],
      (0..<17).map { "000000\(10 + $0)" },
    ] {
      #expect(isRefused("device", facts([("disk", .strings(values))])))
    }
  }
}
