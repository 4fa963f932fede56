// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseClient
import Logging
import TestSupport
import Testing

/// What is sent over a good connection, and what comes back.
@Suite struct ExchangeTests {
  @Test func requestReachesTheServerWholeAndTheAnswerComesBack() async throws {
    let root = try TestIdentity.root()
    let server = try FixtureServer(#"ok:{"license":"a.b.c"}"#, identity: [try root.server()])
    let body = String(repeating: "0123456789", count: 6000)
    let answer = try await Setting(root: root).send(to: server.url, body: body)
    #expect(answer.status == 200)
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"license":"a.b.c"}"#)
    let request = try #require(server.requests().first)
    #expect(request.line == "POST /v1/licenses/activate HTTP/1.1")
    #expect(request.body == body)
    #expect(request.headers?["authorization"] == "Bearer \(LicenseServerMessage.key)")
    #expect(request.headers?["content-type"] == "application/json")
    #expect(request.headers?["user-agent"] == "imprint-license-client")
    #expect(request.headers?["expect"] == nil)
  }

  @Test func endpointsLieBelowThePathOfTheURL() async throws {
    let root = try TestIdentity.root()
    let server = try FixtureServer("ok", identity: [try root.server()])
    let transport = try Setting(root: root).transport("\(server.url)/licences/")
    var message = LicenseServerMessage.sample()
    message.endpoint = .deactivate
    _ = try await transport.send(message)
    #expect(server.requests().first?.line == "POST /licences/v1/licenses/deactivate HTTP/1.1")
  }

  @Test func refusalOfTheServerIsAnAnswer() async throws {
    let root = try TestIdentity.root()
    let server = try FixtureServer("status:403", identity: [try root.server()])
    let setting = try Setting(root: root, tries: 3)
    let answer = try await setting.send(to: server.url)
    #expect(answer.status == 403)
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"code":"told"}"#)
    #expect(server.requests().count == 1)
  }

  @Test func keyAndDocumentsAreNeverLogged() async throws {
    let root = try TestIdentity.root()
    let server = try FixtureServer("status:500", "ok:an-answer", identity: [try root.server()])
    let log = CollectedLog()
    var setting = try Setting(root: root, tries: 2)
    setting.logger = log.logger()
    _ = try await setting.send(to: server.url, body: "a-document")
    #expect(log.lines.count == 2)
    for line in log.lines {
      let text = "\(line.message) \(line.metadata)"
      #expect(!text.contains("not-a-real-secret"))
      #expect(!text.contains("a-document") && !text.contains("an-answer"))
    }
  }

  @Test(
    arguments: ["imk_a\r\nX-Evil: 1", "imk_a b", "imk_\u{7F}", "imk_a\0b", "imk_ä", "", "\n"])
  func keyThatIsNoHeaderIsRefused(key: String) async throws {
    let transport = try Setting().transport("https://localhost:1")
    let error = await #expect(throws: LicenseTransportError.self) {
      try await transport.send(.sample(key: key))
    }
    #expect(error?.code == .apiKey)
    #expect(key.isEmpty || error.map { !"\($0)".contains("imk_a") } == true)
  }

  @Test func serverWithoutTLSIsAnsweredAfterTheOptIn() async throws {
    let server = try FixtureServer("ok")
    let log = CollectedLog()
    var setting = try Setting()
    setting.logger = log.logger()
    setting.configuration.allowsInsecureHTTP = true
    let transport = try setting.transport("http://localhost:\(server.port)")
    #expect(log.lines.map(\.level) == [.warning])
    #expect(try await transport.send(.sample()).status == 200)
  }

  @Test func pinnedHostIsNotAskedWithoutTLS() async throws {
    let server = try FixtureServer("ok")
    let pin = try TestIdentity.root().pin
    var setting = try Setting(pins: [try PinnedHost(host: "localhost", pins: [pin])])
    setting.configuration.allowsInsecureHTTP = true
    #expect(await setting.failure(at: "http://localhost:\(server.port)")?.code == .pin)
    #expect(server.end().map(\.event) == ["listening"])
  }
}
