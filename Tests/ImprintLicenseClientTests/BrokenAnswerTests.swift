// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseClient
import Testing

/// Servers, trusted ones, that misbehave.
@Suite struct BrokenAnswerTests {
  private let root: TestIdentity
  private let identity: [TestIdentity]

  init() throws {
    root = try TestIdentity.root()
    identity = [try root.server()]
  }

  @Test(arguments: ["short", "chunk-cut", "reset", "close", "garbage", "strange-status"])
  func answerThatIsNotWholeIsTriedAgain(behaviour: String) async throws {
    let server = try FixtureServer(behaviour, behaviour, "ok", identity: identity)
    let setting = try Setting(root: root, tries: 3)
    #expect(try await setting.send(to: server.url).status == 200)
    #expect(server.requests().count == 3)
  }

  @Test(arguments: ["short", "chunk-cut", "reset", "close", "garbage", "strange-status"])
  func answerThatIsNeverWholeIsAnError(behaviour: String) async throws {
    let server = try FixtureServer(behaviour, identity: identity)
    let error = await (try Setting(root: root, tries: 2)).failure(at: server.url)
    #expect(error?.code == .answer)
    #expect(error?.place == server.url)
    #expect(server.requests().count == 2)
  }

  @Test(arguments: ["body:10485760", "chunked-body:10485760", "body:262145", "headers:131072"])
  func answerThatIsTooLongIsNotReadToItsEnd(behaviour: String) async throws {
    let server = try FixtureServer(behaviour, identity: identity)
    let error = await (try Setting(root: root, tries: 3)).failure(at: server.url)
    #expect(error?.code == .answer)
    #expect(server.requests().count == 1)
  }

  @Test func longestAnswerIsWhole() async throws {
    let server = try FixtureServer("body:262144", identity: identity)
    let answer = try await Setting(root: root).send(to: server.url)
    #expect(answer.body == [UInt8](repeating: UInt8(ascii: "a"), count: HTTPSLicenseTransport.answerLimit))
  }

  @Test func redirectIsNotFollowedAndNamesItsTarget() async throws {
    let target = try FixtureServer("ok", identity: identity)
    let server = try FixtureServer("redirect:\(target.url)/elsewhere", identity: identity)
    let error = await (try Setting(root: root, tries: 3)).failure(at: server.url)
    #expect(error?.code == .answer)
    #expect(error?.reason.contains("\(target.url)/elsewhere") == true)
    #expect(server.requests().count == 1)
    #expect(target.end().map(\.event) == ["listening"])
  }

  @Test func redirectToNowhereIsAnError() async throws {
    let server = try FixtureServer("status:304", identity: identity)
    #expect(await (try Setting(root: root)).failure(at: server.url)?.code == .answer)
  }

  @Test(arguments: ["hang", "slow", "hang-handshake"])
  func serverThatTakesTooLongIsGivenUp(behaviour: String) async throws {
    let server = try FixtureServer(behaviour, identity: identity)
    var setting = try Setting(root: root, tries: 2)
    setting.configuration.timeout = .milliseconds(300)
    #expect(await setting.failure(at: server.url)?.code == .timeout)
    #expect(server.end().count { $0.event == "connection" } == 2)
  }

  @Test func handshakeHasTheTimeOfConnecting() async throws {
    let server = try FixtureServer("hang-handshake", identity: identity)
    var setting = try Setting(root: root)
    setting.configuration.connectTimeout = .milliseconds(200)
    #expect(await setting.failure(at: server.url)?.code == .timeout)
  }
}
