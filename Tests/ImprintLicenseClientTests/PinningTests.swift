// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseClient
import Testing

/// Pins against servers with real chains.
@Suite struct PinningTests {
  /// A root, an authority below it, and a server below that one.
  private struct Chain {
    let root: TestIdentity
    let middle: TestIdentity
    let server: TestIdentity
    var sent: [TestIdentity] { [server, middle] }

    init(key: TestIdentity.Key = .p256, hosts: [String] = ["localhost"]) throws {
      root = try TestIdentity.root()
      middle = try root.authority("Middle")
      server = try middle.server(hosts, key: key)
    }
  }

  private static func pinned(_ pins: PublicKeyPin..., expires: Int64? = nil) throws -> PublicKeyPins {
    [try PinnedHost(host: "localhost", pins: pins, expires: expires)]
  }

  private let foreign: PublicKeyPin

  init() throws {
    foreign = try PublicKeyPin(digest: [UInt8](repeating: 7, count: 32))
  }

  @Test(arguments: TestIdentity.Key.allCases)
  func serverWithAPinnedKeyIsAnswered(key: TestIdentity.Key) async throws {
    let chain = try Chain(key: key)
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: chain.root, pins: try Self.pinned(foreign, chain.server.pin))
    #expect(try await setting.send(to: server.url).status == 200)
  }

  @Test func pinOfTheIntermediateMatches() async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: chain.root, pins: try Self.pinned(chain.middle.pin))
    #expect(try await setting.send(to: server.url).status == 200)
  }

  @Test func pinOfTheRootMatchesThoughItIsNotSent() async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: chain.root, pins: try Self.pinned(chain.root.pin))
    #expect(try await setting.send(to: server.url).status == 200)
  }

  @Test(arguments: TestIdentity.Key.allCases)
  func nothingIsSentToAServerWithoutAPinnedKey(key: TestIdentity.Key) async throws {
    let chain = try Chain(key: key)
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: chain.root, pins: try Self.pinned(foreign), tries: 3)
    #expect(await setting.failure(at: server.url)?.code == .pin)
    // No second try either.
    #expect(server.end().map(\.event) == ["listening", "connection", "handshake-failed", "done"])
    #expect(setting.waits.all.isEmpty)
  }

  @Test func pinsAreJudgedBeforeTheRequestWithTLS12Too() async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent, arguments: ["--tls", "1.2"])
    let right = try Setting(root: chain.root, pins: try Self.pinned(chain.server.pin))
    #expect(try await right.send(to: server.url).status == 200)
    let wrong = try Setting(root: chain.root, pins: try Self.pinned(foreign))
    #expect(await wrong.failure(at: server.url)?.code == .pin)
    #expect(server.requests().count == 1)
  }

  @Test func pinnedCertificateOutsideOfTheVerifiedChainIsNoMatch() async throws {
    let chain = try Chain()
    let stranger = try TestIdentity.root("Stranger")
    let server = try FixtureServer("ok", identity: chain.sent + [stranger])
    let setting = try Setting(root: chain.root, pins: try Self.pinned(stranger.pin))
    #expect(await setting.failure(at: server.url)?.code == .pin)
    #expect(server.requests().isEmpty)
  }

  @Test func pinDoesNotReplaceTrust() async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: try TestIdentity.root(), pins: try Self.pinned(chain.server.pin))
    #expect(await setting.failure(at: server.url)?.code == .certificate)
    #expect(server.requests().isEmpty)
  }

  @Test func pinDoesNotReplaceTheHostName() async throws {
    let chain = try Chain(hosts: ["other.example.com"])
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: chain.root, pins: try Self.pinned(chain.server.pin))
    #expect(await setting.failure(at: server.url)?.code == .certificate)
    #expect(server.requests().isEmpty)
  }

  @Test func expiredPinsNoLongerCount() async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: chain.root, pins: try Self.pinned(foreign, expires: Setting.now))
    #expect(try await setting.send(to: server.url).status == 200)
  }

  @Test func trustIsJudgedAfterPinsHaveExpired() async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent)
    let pins = try Self.pinned(chain.server.pin, expires: Setting.now)
    let setting = try Setting(root: try TestIdentity.root(), pins: pins)
    #expect(await setting.failure(at: server.url)?.code == .certificate)
  }

  @Test func setThatHasNotExpiredCountsBesideOneThatHas() async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent)
    var pins = try Self.pinned(chain.server.pin, expires: Setting.now)
    pins.hosts += try Self.pinned(foreign, expires: Setting.now + 1).hosts
    #expect(await (try Setting(root: chain.root, pins: pins)).failure(at: server.url)?.code == .pin)
  }

  @Test func pinsOfOtherHostsDoNotCount() async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(
      root: chain.root, pins: [try PinnedHost(host: "other.example.com", pins: [foreign])])
    #expect(try await setting.send(to: server.url).status == 200)
  }

  @Test func subdomainIsNotCoveredByItsParent() async throws {
    let chain = try Chain(hosts: ["sub.localhost"])
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: chain.root, pins: try Self.pinned(foreign))
    #expect(try await setting.send(to: "https://sub.localhost:\(server.port)").status == 200)
  }

  @Test(arguments: ["LOCALHOST", "LocalHost", "%6cocalhost"])
  func otherSpellingsOfTheHostAreTheHost(host: String) async throws {
    let chain = try Chain()
    let server = try FixtureServer("ok", identity: chain.sent)
    let setting = try Setting(root: chain.root, pins: try Self.pinned(foreign))
    #expect(await setting.failure(at: "https://\(host):\(server.port)")?.code == .pin)
  }
}
