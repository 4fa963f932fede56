// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintTrust

struct PublisherKeyTests {
  private let home: TemporaryFolder
  private let publisher: PublisherIdentity

  init() throws {
    home = try TemporaryFolder()
    publisher = try TestTrust.publisher()
    for file in publisher.files { try home.write(file.text, to: file.name) }
  }

  private func path(_ name: String, mode: Int = 0o600) throws -> String {
    let path = "\(home.path)/\(name)"
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test func aKeyThatOthersMayReadIsRefused() throws {
    let certificates = try path("publisher.pem")
    let key = try path("publisher.key", mode: 0o644)
    let error = try #require(throws: TrustError.self) {
      try PublisherKey.read(key: key, certificates: certificates)
    }
    #expect(error.code == .key && error.place == key && error.remedy.contains("chmod"))
    #expect(
      try PublisherKey.read(key: path("publisher.key"), certificates: certificates).name == TestTrust.name)
  }

  @Test func theCertificatesOfAnotherKeyAreRefused() throws {
    let error = try #require(throws: TrustError.self) {
      try PublisherKey.read(key: path("root.key"), certificates: path("publisher.pem"))
    }
    #expect(error.code == .key)
  }

  @Test func noKeyIsRefusedAndNamed() throws {
    let key = try path("publisher.pem")
    let error = try #require(throws: TrustError.self) {
      try PublisherKey.read(key: key, certificates: path("publisher.pem"))
    }
    #expect(error.code == .key && error.reason.contains("no private key"))
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func everyAlgorithmSigns(algorithm: SignatureAlgorithm) throws {
    let other = try PublisherIdentity.create(name: "Other", algorithm: algorithm, now: TestTrust.time)
    let plugin = try SignedFolder(isSigned: false)
    try plugin.sign(
      with: PublisherKey(
        keyPEM: other.text(of: "publisher.key") ?? "", certificatesPEM: other.text(of: "publisher.pem") ?? "")
    )
    try plugin.home.write(other.text(of: "root.pem") ?? "", to: "settings/other.pem")
    let settings = TrustSettings(
      signatures: .require, roots: ["other.pem"], publishers: [.init(name: "Other", key: other.key)])
    #expect(try plugin.verdict(settings).signer?.name == "Other")
  }

  @Test func aNameThatNoCertificateCarriesIsRefused() throws {
    for name in ["", String(repeating: "a", count: 60), "a\nb"] {
      #expect(throws: TrustError.self) { try PublisherIdentity.create(name: name, now: TestTrust.time) }
    }
  }

  @Test func aKeyIsNotShown() throws {
    let key = try TestTrust.key()
    let secret = try #require(publisher.text(of: "publisher.key")).split(separator: "\n")[1]
    #expect(!"\(key)".contains(secret))
    var dumped = ""
    dump(key, to: &dumped)
    #expect(!dumped.contains(secret))
  }
}
