// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLKMS
import ImprintLicenseAuthority
import ImprintSettings
import ImprintModel
import LicenseTestSupport
import TestSupport
import Testing

@Suite struct HomeTests {
  private static let now: Int64 = 1_790_000_000
  private let settings = ServerSettings(name: "Example", hosts: ["licenses.example.com", "192.0.2.1"])

  private func made(in folder: TemporaryFolder) throws -> ServerHome {
    let home = ServerHome(path: folder.path + "/a/home")
    try home.make(HomePlan(settings: settings), now: Self.now)
    return home
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func code(of work: () throws -> some Any) -> HomeError.Code? {
    #expect(throws: HomeError.self) { _ = try work() }?.code
  }

  @Test func aHomeHasAllThatAServerNeeds() throws {
    let home = try made(in: TemporaryFolder())
    for file in ServerHome.File.allCases {
      #expect(FileManager.default.fileExists(atPath: home.path(of: file)), "\(file.rawValue)")
      if file.isSecret { #expect(try mode(home.path(of: file)) == 0o600, "\(file.rawValue)") }
    }
    #expect(try mode(home.path) == 0o700)
    #expect(try home.settings() == settings)
    let notes = try home.examine(settings, now: Self.now)
    // That the root's key is there, and nothing else.
    #expect(notes.count == 1 && notes[0].contains("root.key"))
    let signer = try home.signer(settings)
    #expect(try signer.sign([1, 2, 3]).count == 64)
    _ = try home.tls()
  }

  @Test func thePinsAreThoseOfTheCertificates() throws {
    let home = try made(in: TemporaryFolder())
    let pins = try home.pins()
    let text = try String(contentsOfFile: home.path(of: .clientPins), encoding: .utf8)
    #expect(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") } == [
        Substring(pins.server), Substring(pins.authority),
      ])
    #expect(pins.server.wholeMatch(of: /sha256\/[A-Za-z0-9+\/]{43}=/) != nil)
    #expect(pins.server != pins.authority)
  }

  @Test func nothingThatIsThereIsOverwritten() throws {
    let folder = try TemporaryFolder()
    let home = try made(in: folder)
    let key = try Data(contentsOf: URL(filePath: home.path(of: .rootKey)))
    #expect(code(of: { try home.make(HomePlan(settings: settings), now: Self.now) }) == .notEmpty)
    #expect(try Data(contentsOf: URL(filePath: home.path(of: .rootKey))) == key)
    let file = ServerHome(path: try folder.write("text", to: "file"))
    #expect(code(of: { try file.make(HomePlan(settings: settings), now: Self.now) }) == .notEmpty)
  }

  @Test func anEmptyFolderBecomesAHome() throws {
    let folder = try TemporaryFolder()
    let home = ServerHome(path: try folder.makeFolder("home") + "/")
    try home.make(HomePlan(settings: settings), now: Self.now)
    try home.check()
    #expect(try mode(home.path) == 0o700)
  }

  @Test func aHomeThatCannotBeMadeLeavesNothing() throws {
    let folder = try TemporaryFolder()
    var bad = settings
    bad.hosts = ["-.example.com"]
    #expect(throws: AuthorityError.self) {
      try ServerHome(path: folder.path + "/home").make(HomePlan(settings: bad), now: Self.now)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: ServerHome.File.allCases.filter(\.isSecret))
  func aSecretThatOthersMayReadIsRefusedWithTheCommandThatMendsIt(file: ServerHome.File) throws {
    let home = try made(in: TemporaryFolder())
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: home.path(of: file))
    let error = #expect(throws: HomeError.self) { try home.check() }
    #expect(error?.code == .unsafePermissions)
    #expect(error?.remedy == "Run: chmod 600 -- \(ShellWord.quoted(home.path(of: file)))")
  }

  @Test func aFolderThatOthersMayEnterIsRefused() throws {
    let home = try made(in: TemporaryFolder())
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path)
    #expect(code(of: { try home.check() }) == .unsafePermissions)
  }

  @Test func aFolderThatIsNoHomeIsToldAsOne() throws {
    #expect(code(of: { try ServerHome(path: "/nowhere/home").check() }) == .missing)
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    #expect(code(of: { try ServerHome(path: folder.path).check() }) == .missing)
  }

  @Test func aDatabaseThatIsGoneIsNotMadeAnew() throws {
    let home = try made(in: TemporaryFolder())
    try FileManager.default.removeItem(atPath: home.path(of: .database))
    #expect(code(of: { try home.database() }) == .missing)
    #expect(!FileManager.default.fileExists(atPath: home.path(of: .database)))
  }

  @Test func withoutTheRootsKeyEverythingWorksButRenewingTheSigningCertificate() throws {
    let home = try made(in: TemporaryFolder())
    try FileManager.default.removeItem(atPath: home.path(of: .rootKey))
    #expect(try home.examine(settings, now: Self.now).isEmpty)
    _ = try home.signer(settings).sign([1])
    #expect(code(of: { try home.renew(.signing, now: Self.now) }) == .keyAway)
    _ = try home.renew(.tls, now: Self.now)
  }

  @Test func renewalKeepsKeysAndPins() throws {
    let home = try made(in: TemporaryFolder())
    let (before, pins) = (try home.signer(settings).chain, try home.pins())
    let later = Self.now + 9 * LicenseAuthority.year
    #expect(code(of: { try home.examine(settings, now: later) }) == .certificateEnded)
    let signingEnd = try home.renew(.signing, now: later)
    let serverEnd = try home.renew(.tls, now: later)
    #expect(signingEnd == later + 10 * LicenseAuthority.year)
    #expect(serverEnd > later)
    _ = try home.examine(settings, now: later)
    let after = try home.signer(settings).chain
    #expect(after != before)
    #expect(try DERCertificate.publicKey(after[0]) == DERCertificate.publicKey(before[0]))
    #expect(try home.pins() == pins)
    _ = try home.tls()
  }

  @Test func anAuthorityThatHasEndedRenewsNothing() throws {
    let home = try made(in: TemporaryFolder())
    #expect(throws: (any Error).self) {
      _ = try home.renew(.signing, now: Self.now + 21 * LicenseAuthority.year)
    }
  }

  @Test func aCertificateThatEndsSoonIsSpokenOf() throws {
    let home = try made(in: TemporaryFolder())
    let notes = try home.examine(settings, now: Self.now + 800 * 86_400)
    #expect(notes.contains { $0.contains("--only tls") })
  }

  @Test func certificatesOfAnotherHomeAreRefused() throws {
    let folder = try TemporaryFolder()
    let home = try made(in: folder)
    let other = try made(in: TemporaryFolder())
    for file in [ServerHome.File.signingCertificate, .serverCertificate] {
      try FileManager.default.removeItem(atPath: home.path(of: file))
      try FileManager.default.copyItem(atPath: other.path(of: file), toPath: home.path(of: file))
    }
    #expect(code(of: { try home.examine(settings, now: Self.now) }) == .certificateMismatch)
    #expect(code(of: { try home.tls() }) == .certificateMismatch)
    #expect(throws: AuthorityError.self) { try home.signer(settings) }
  }

  @Test(arguments: [ServerHome.File.signingKey, .signingCertificate, .rootCertificate])
  func damagedFilesAreNamed(file: ServerHome.File) throws {
    let home = try made(in: TemporaryFolder())
    try Data("nonsense".utf8).write(to: URL(filePath: home.path(of: file)))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.path(of: file))
    let error = #expect(throws: HomeError.self) {
      _ = try home.examine(settings, now: Self.now)
      _ = try home.signer(settings)
    }
    #expect(error?.code == .damaged)
    #expect(error?.place == home.path(of: file))
  }
}
