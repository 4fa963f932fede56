// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintTransfer
import Testing

@testable import ImprintLicenseClient

/// When a request is tried again, and what is waited.
@Suite struct RetryTests {
  private let root: TestIdentity
  private let identity: [TestIdentity]

  init() throws {
    root = try TestIdentity.root()
    identity = [try root.server()]
  }

  @Test func serverThatRecoversIsAnswered() async throws {
    let server = try FixtureServer("status:500", "status:503", "ok", identity: identity)
    let setting = try Setting(root: root, tries: 3)
    #expect(try await setting.send(to: server.url).status == 200)
    // Half of 500 ms, half of 1 s: the chance of the test is 0.5.
    #expect(setting.waits.all == [.milliseconds(250), .milliseconds(500)])
    #expect(server.requests().count == 3)
  }

  @Test func lastAnswerOfAServerThatDoesNotRecoverIsHandedOn() async throws {
    let server = try FixtureServer("status:503", identity: identity)
    let answer = try await Setting(root: root, tries: 3).send(to: server.url)
    #expect(answer.status == 503)
    #expect(!answer.body.isEmpty)
    #expect(server.requests().count == 3)
  }

  @Test func sameRequestIsSentAgain() async throws {
    let server = try FixtureServer("status:500", "ok", identity: identity)
    _ = try await Setting(root: root, tries: 2).send(to: server.url, body: #"{"nonce":"n"}"#)
    #expect(server.requests().map(\.body) == [#"{"nonce":"n"}"#, #"{"nonce":"n"}"#])
  }

  @Test func serverThatWantsTimeGetsIt() async throws {
    let server = try FixtureServer("status:429,7", "ok", identity: identity)
    let setting = try Setting(root: root, tries: 3)
    #expect(try await setting.send(to: server.url).status == 200)
    #expect(setting.waits.all == [.milliseconds(7250)])
  }

  @Test(arguments: ["31", "9999999999", "Fri, 01 Jan 2100 00:00:00 GMT"])
  func serverThatWantsTooMuchTimeIsNotAskedAgain(wait: String) async throws {
    let server = try FixtureServer("status:429,\(wait)", identity: identity)
    let setting = try Setting(root: root, tries: 3)
    #expect(try await setting.send(to: server.url).status == 429)
    #expect(setting.waits.all.isEmpty)
    #expect(server.requests().count == 1)
  }

  @Test(arguments: ["-5", "soon", "0", "99999999999999999999", "Thu, 01 Jan 1970 00:00:00 GMT"])
  func senselessTimeIsNoTime(wait: String) async throws {
    let server = try FixtureServer("status:429,\(wait)", "ok", identity: identity)
    let setting = try Setting(root: root, tries: 3)
    #expect(try await setting.send(to: server.url).status == 200)
    #expect(setting.waits.all == [.milliseconds(250)])
  }

  @Test(arguments: [400, 401, 403, 409, 413, 415, 200])
  func otherStatusesAreNotTriedAgain(status: Int) async throws {
    let server = try FixtureServer("status:\(status)", identity: identity)
    #expect(try await Setting(root: root, tries: 3).send(to: server.url).status == status)
    #expect(server.requests().count == 1)
  }

  @Test func delayDoublesToItsBoundAndIsSpreadByChance() {
    var retries = Retries()
    retries.tries = 10
    let delays = { (random: Double) in
      let pace = RetryPace(random: { random }, sleep: { _ in })
      return (1...10).map { pace.delay(after: $0, retryAfter: .zero, by: retries) }
    }
    #expect(delays(0) == Array(repeating: .zero, count: 9) + [nil])
    let whole: [Duration?] =
      [500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000].map { .milliseconds($0) } + [nil]
    #expect(delays(1) == whole)
  }

  @Test func bareBonesRetriesDoNotOverflow() {
    var retries = Retries()
    retries.tries = .max
    retries.firstDelay = .seconds(Int64.max)
    retries.longestDelay = .seconds(Int64.max)
    let pace = RetryPace(random: { 0.999 }, sleep: { _ in })
    #expect(pace.delay(after: 9, retryAfter: .seconds(30), by: retries) != nil)
    #expect(pace.delay(after: 10, retryAfter: .zero, by: retries) == nil)
    retries.tries = .min
    #expect(pace.delay(after: 1, retryAfter: .zero, by: retries) == nil)
    retries.tries = 2
    retries.firstDelay = .seconds(Int64.min)
    #expect(pace.delay(after: 1, retryAfter: .zero, by: retries) == .zero)
  }
}
