// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintLicenseClient
import Testing

/// Ways through a proxy.
@Suite struct ProxyTests {
  private let root: TestIdentity
  private let identity: [TestIdentity]

  init() throws {
    root = try TestIdentity.root()
    identity = [try root.server(["localhost", "lic.invalid"])]
  }

  @Test func tunnelCarriesTheRequestAndTheProxySeesNoKey() async throws {
    let server = try FixtureServer("ok", identity: identity)
    let proxy = try FixtureServer("proxy")
    var setting = try Setting(root: root, pins: [try PinnedHost(host: "localhost", pins: [identity[0].pin])])
    setting.configuration.proxy = .url("http://someone:password@localhost:\(proxy.port)")
    #expect(try await setting.send(to: server.url).status == 200)
    let asked = try #require(proxy.end().first { $0.event == "proxied" })
    #expect(asked.line == "CONNECT localhost:\(server.port) HTTP/1.1")
    #expect(asked.headers?["authorization"] == nil)
    #expect(asked.headers?["proxy-authorization"] != nil)
    let request = try #require(server.requests().first)
    #expect(request.headers?["authorization"] == "Bearer \(LicenseServerMessage.key)")
    #expect(request.headers?["proxy-authorization"] == nil)
  }

  @Test func pinsAreJudgedThroughAProxy() async throws {
    let server = try FixtureServer("ok", identity: identity)
    let proxy = try FixtureServer("proxy")
    let foreign = try PublicKeyPin(digest: [UInt8](repeating: 7, count: 32))
    var setting = try Setting(root: root, pins: [try PinnedHost(host: "localhost", pins: [foreign])])
    setting.configuration.proxy = .url("http://localhost:\(proxy.port)")
    #expect(await setting.failure(at: server.url)?.code == .pin)
    #expect(server.requests().isEmpty)
  }

  @Test func proxyThatRefusesMakesTheServerUnreachable() async throws {
    let proxy = try FixtureServer("proxy-refuses")
    var setting = try Setting(root: root, tries: 2)
    setting.configuration.proxy = .url("http://localhost:\(proxy.port)")
    let error = await setting.failure(at: "https://lic.invalid")
    #expect(error?.code == .unreachable)
    #expect(error?.remedy.contains("proxy") == true)
    #expect(proxy.end().count { $0.event == "proxied" } == 2)
  }

  @Test func proxyThatIsNotThereMakesTheServerUnreachable() async throws {
    let server = try FixtureServer("ok", identity: identity)
    let proxy = try FixtureServer("proxy")
    _ = proxy.end()
    var setting = try Setting(root: root)
    setting.configuration.proxy = .url("http://localhost:\(proxy.port)")
    #expect(await setting.failure(at: server.url)?.code == .unreachable)
    setting.configuration.proxy = .url("http://nonexistent.invalid:3128")
    #expect(await setting.failure(at: server.url)?.code == .unreachable)
    #expect(server.end().map(\.event) == ["listening"])
  }

  @Test(arguments: [
    "", "proxy:3128", "https://proxy:3128", "ftp://proxy", "http://", "http://proxy\r\n", "http://proxy?a",
    "http://some one:secret@proxy",
  ])
  func whatIsNoProxyIsRefusedWithoutShowingIt(url: String) throws {
    var setting = try Setting()
    setting.configuration.proxy = .url(url)
    let error = #expect(throws: LicenseTransportError.self) { try setting.transport("https://localhost") }
    #expect(error?.code == .address)
    #expect(error.map { !"\($0)".contains("secret") } == true)
  }

  /// In a process of its own, for its environment.
  @Test func environmentNamesTheProxyUnlessItIsOverruled() async {
    await #expect(processExitsWith: .success) {
      let root = try TestIdentity.root()
      let server = try FixtureServer("ok", identity: [try root.server()])
      let proxy = try FixtureServer("proxy")
      let refusing = try FixtureServer("proxy-refuses")
      for name in ["http_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        unsetenv(name)
      }
      setenv("https_proxy", "http://localhost:\(proxy.port)", 1)
      var setting = try Setting(root: root)
      setting.configuration.proxy = .environment
      #expect(try await setting.send(to: server.url).status == 200)
      try await proxy.saw("proxied")

      setting.configuration.proxy = .none
      #expect(try await setting.send(to: server.url).status == 200)

      setenv("no_proxy", "localhost", 1)
      setting.configuration.proxy = .environment
      #expect(try await setting.send(to: server.url).status == 200)

      // What is asked for by name holds against the environment's exceptions too.
      setting.configuration.proxy = .url("http://localhost:\(refusing.port)")
      #expect(await setting.failure(at: server.url)?.code == .unreachable)
      try await refusing.saw("proxied")
      #expect(proxy.end().count { $0.event == "proxied" } == 1)
      #expect(refusing.end().count { $0.event == "proxied" } == 1)
    }
  }
}
