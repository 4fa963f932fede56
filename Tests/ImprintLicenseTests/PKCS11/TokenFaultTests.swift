// SPDX-License-Identifier: Apache-2.0
import CPKCS11
import Foundation
import ImprintSignedDocuments
import ImprintModel
import LicenseTestSupport
import TestSupport
import Testing

@testable import ImprintLicenseAuthority

@Suite struct TokenFaultTests {
  @Test(arguments: ["/nowhere/module.so", "libsofthsm2.so", "", "/etc/hostname"])
  func aModuleThatCannotBeLoadedIsNamed(module: String) throws {
    let location = TokenLocation(module: module, uri: "pkcs11:token=licences;object=signing")
    #expect(code(of: { try TokenKey(at: location, pin: .file("/nowhere")) }) == .module)
  }

  @Test(
    arguments: [
      "", "licences", "pkcs11:token=%GG;object=signing",
      "pkcs11:token=licences;object=signing?pin-value=1234",
      "pkcs11:token=licences;object=signing?pin-source=file:/etc/pin",
      "pkcs11:token=licences;object=signing;x-vendor=1;nonsense=1", "pkcs11:token=licences",
    ])
  func aURIThatIsNoKeysNameIsRefused(uri: String) async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken, uri = uri as String] in
      token.enter()
      let location = TokenLocation(module: SoftToken.module, uri: uri)
      #expect(code(of: { try TokenKey(at: location, pin: token.source) }) == .uri)
    }
  }

  @Test func aPINInTheURIIsNotRepeatedInTheError() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let location = TokenLocation(
        module: SoftToken.module, uri: "pkcs11:token=licences;object=signing?pin-value=\(token.pin)")
      let error = #expect(throws: TokenError.self) { try TokenKey(at: location, pin: token.source) }
      #expect(error.map { !$0.description.contains(token.pin) } == true)
    }
  }

  @Test func aTokenThatIsNotThereIsMissing() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let location = token.location(token: "token=others")
      #expect(code(of: { try TokenKey(at: location, pin: token.source) }) == .tokenMissing)
    }
  }

  @Test func aURIThatSeveralTokensMatchIsAmbiguous() async throws {
    let token = try SoftToken()
    try token.addToken("licences")
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      #expect(code(of: { try TokenKey(at: token.location(), pin: token.source) }) == .ambiguous)
    }
  }

  @Test func aWrongPINIsToldWithWhatTheTokenSaysOfItsTries() async throws {
    let token = try SoftToken()
    try token.writePIN("111111")
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let error = #expect(throws: TokenError.self) { try TokenKey(at: token.location(), pin: token.source) }
      #expect(error?.code == .pinRefused)
      #expect(error?.reason.contains("few are left") == true)
    }
  }

  @Test(arguments: [
    (IMP_P11_FLAG_PIN_FINAL_TRY, "one try is left"), (IMP_P11_FLAG_PIN_LOCKED, "no try is left"),
  ])
  func aLastTryIsTold(flag: Int, words: String) {
    let error = TokenStatus(value: UInt(IMP_P11_PIN_INCORRECT), doing: "logging in")
      .error(TokenLocation(module: "/m", uri: "pkcs11:"), flags: UInt32(flag))
    #expect(error.code == .pinRefused)
    #expect(error.reason.contains(words))
  }

  @Test(arguments: [0o644, 0o640, 0o602])
  func aPINFileThatOthersReadIsRefused(mode: Int) throws {
    let file = try TemporaryFolder().write("1234", to: "pin")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    let error = #expect(throws: TokenError.self) { try TokenPIN.file(file).read() }
    #expect(error?.code == .pinSource)
    #expect(error?.remedy.contains("chmod 600") == true)
  }

  @Test(arguments: ["", "\n", String(repeating: "1", count: 257)])
  func aPINFileWithoutAPINIsRefused(content: String) throws {
    let file = try TemporaryFolder().write(content, to: "pin")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(code(of: { try TokenPIN.file(file).read() }) == .pinSource)
  }

  @Test func aPINThatIsNowhereIsTold() throws {
    #expect(code(of: { try TokenPIN.file("/nowhere/pin").read() }) == .pinSource)
    #expect(code(of: { try TokenPIN.file("/").read() }) == .pinSource)
    #expect(code(of: { try TokenPIN.environment("IMPRINT_TEST_NO_SUCH_PIN").read() }) == .pinSource)
  }

  @Test func aLineFeedAtTheEndIsNoPartOfThePIN() throws {
    let file = try TemporaryFolder().write("1234\r\n", to: "pin")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(try TokenPIN.file(file).read() == Array("1234".utf8))
  }

  @Test func aKeyThatIsNotThereIsMissing() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      #expect(code(of: { try TokenKey(at: token.location(), pin: token.source) }) == .keyMissing)
    }
  }

  @Test func aKeyIsNotMadeWhereOneIs() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      _ = try token.makeKey()
      #expect(code(of: { try token.makeKey() }) == .keyExists)
    }
  }

  @Test(arguments: ["rsa:2048", "EC:secp384r1"])
  func aKeyOfAnotherKindIsUnsuitable(kind: String) async throws {
    let token = try SoftToken()
    try token.tool("--keypairgen", "--key-type", kind, "--label", "signing", "--id", "01")
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      #expect(code(of: { try TokenKey(at: token.location(), pin: token.source) }) == .keyUnsuitable)
    }
  }

  @Test func aKeyWithoutItsPublicKeyIsUnsuitable() async throws {
    let token = try SoftToken()
    try token.tool("--keypairgen", "--key-type", "EC:prime256v1", "--label", "signing", "--id", "01")
    try token.tool("--delete-object", "--type", "pubkey", "--id", "01")
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      #expect(code(of: { try TokenKey(at: token.location(), pin: token.source) }) == .keyUnsuitable)
    }
  }

  @Test func twoKeysOfOneNameAreAmbiguous() async throws {
    let token = try SoftToken()
    for id in ["01", "02"] {
      try token.tool("--keypairgen", "--key-type", "EC:prime256v1", "--label", "signing", "--id", id)
    }
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      #expect(code(of: { try TokenKey(at: token.location(), pin: token.source) }) == .ambiguous)
      _ = try TokenKey(at: token.location("object=signing;id=%02"), pin: token.source)
    }
  }

  @Test(arguments: [
    ("ES256", "CKM_EDDSA,CKM_EC_KEY_PAIR_GEN"), ("EdDSA", "CKM_ECDSA,CKM_EC_EDWARDS_KEY_PAIR_GEN"),
  ])
  func aTokenThatDoesNotSignSoIsToldBeforeAKeyIsMade(algorithm: String, onlyMechanism: String) async throws {
    let token = try SoftToken(settings: ["slots.mechanisms = \(onlyMechanism)"])
    await #expect(processExitsWith: .success) {
      [token = token as SoftToken, algorithm = algorithm as String] in
      token.enter()
      let algorithm = try #require(SignatureAlgorithm(rawValue: algorithm))
      #expect(code(of: { try token.makeKey(algorithm) }) == .mechanismMissing)
      #expect(code(of: { try TokenKey(at: token.location(), pin: token.source) }) == .keyMissing)
    }
  }

  @Test func aCertificateOfAnotherKeyIsRefused() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let key = try token.makeKey()
      let other = try LicenseAuthority.create(name: "Example", now: 1_790_000_000)
      #expect(code(of: { try TokenSigner(key: key, chain: other.signer.chain) }) == .otherKey)
      #expect(code(of: { try TokenSigner(key: key, chain: []) }) == .otherKey)
    }
  }
}
