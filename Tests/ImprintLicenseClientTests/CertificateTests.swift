// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseClient
import Testing

/// Servers that are not to be trusted, without any pin.
@Suite struct CertificateTests {
  private func refusal(
    of identity: [TestIdentity], root: TestIdentity, host: String = "localhost", arguments: [String] = []
  ) async throws -> LicenseTransportError? {
    let server = try FixtureServer("ok", identity: identity, arguments: arguments)
    let setting = try Setting(root: root, tries: 3)
    let error = await setting.failure(at: "https://\(host):\(server.port)")
    // One connection, and nothing in it.
    #expect(server.end().map(\.event) == ["listening", "connection", "handshake-failed", "done"])
    return error
  }

  @Test func certificateOfAnotherHostIsRefused() async throws {
    let root = try TestIdentity.root()
    let server = try FixtureServer("ok", identity: [try root.server(["other.example.com", "*.localhost"])])
    let error = await (try Setting(root: root, tries: 3)).failure(at: server.url)
    #expect(error?.code == .certificate)
    // The host's name is compared after the handshake, and before the request.
    #expect(server.requests().isEmpty)
  }

  @Test func certificateForTheAddressIsNeededWhereTheURLHasOne() async throws {
    let root = try TestIdentity.root()
    let named = try FixtureServer("ok", identity: [try root.server()])
    let error = await (try Setting(root: root)).failure(at: "https://127.0.0.1:\(named.port)")
    #expect(error?.code == .certificate)
    let numbered = try FixtureServer("ok", identity: [try root.server(["127.0.0.1"])])
    let answer = try await Setting(root: root).send(to: "https://127.0.0.1:\(numbered.port)")
    #expect(answer.status == 200)
  }

  @Test func expiredCertificateIsRefused() async throws {
    let root = try TestIdentity.root()
    let server = try root.server(valid: TestIdentity.inThePast)
    let error = try await refusal(of: [server], root: root)
    #expect(error?.code == .certificate)
    #expect(error?.remedy.contains("clock") == true)
  }

  @Test func selfSignedCertificateIsRefused() async throws {
    let server = try TestIdentity(
      name: "Server", hosts: ["localhost"], isAuthority: false, key: .p256, issuer: nil)
    let error = try await refusal(of: [server], root: try TestIdentity.root())
    #expect(error?.code == .certificate)
  }

  @Test func rootOfTheSameNameIsNotTheRoot() async throws {
    let server = try TestIdentity.root().server()
    let error = try await refusal(of: [server], root: try TestIdentity.root())
    #expect(error?.code == .certificate)
  }

  @Test func missingIntermediateIsRefused() async throws {
    let root = try TestIdentity.root()
    let server = try root.authority("Middle").server()
    #expect(try await refusal(of: [server], root: root)?.code == .certificate)
  }

  @Test func serverCertificateIsNoAuthority() async throws {
    let root = try TestIdentity.root()
    let middle = try root.server(["evil.example.com"])
    #expect(try await refusal(of: [try middle.server(), middle], root: root)?.code == .certificate)
  }

  @Test func systemsRootsDoNotTrustATestAuthority() async throws {
    let root = try TestIdentity.root()
    let server = try FixtureServer("ok", identity: [try root.server()])
    var setting = try Setting()
    #expect(await setting.failure(at: server.url)?.code == .certificate)
    setting.configuration.trustedRoots = .systemAnd(pem: try root.pem)
    #expect(try await setting.send(to: server.url).status == 200)
  }

  @Test func everyRootOfATextIsTrusted() async throws {
    let roots = [try TestIdentity.root("A"), try TestIdentity.root("B")]
    for root in roots {
      let server = try FixtureServer("ok", identity: [try root.server()])
      var setting = try Setting()
      setting.configuration.trustedRoots = .only(
        pem: try roots.map { try $0.pem }.joined(separator: "words\n"))
      #expect(try await setting.send(to: server.url).status == 200)
    }
  }

  @Test func TLSBefore12IsRefused() async throws {
    let root = try TestIdentity.root()
    let error = try await refusal(of: [try root.server()], root: root, arguments: ["--tls", "1.1"])
    #expect(error?.code == .certificate)
  }

  @Test func plainHTTPOnATLSPortIsRefusedAtOnce() async throws {
    let server = try FixtureServer("plain")
    let setting = try Setting(root: try TestIdentity.root(), tries: 3)
    #expect(await setting.failure(at: server.url)?.code == .certificate)
    #expect(setting.waits.all.isEmpty)
  }
}
