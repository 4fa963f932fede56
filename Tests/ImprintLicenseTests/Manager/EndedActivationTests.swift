// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import TestSupport
import Testing

/// What a device asks after a server has refused for good what it asked before.
@Suite struct EndedActivationTests {
  private static let ended = ScriptedServer.Fault.answer(
    status: 409, body: problemBody(409, "not-activated"))

  private func dueKiosk() async throws -> Kiosk {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(20 * TestClock.day)
    return kiosk
  }

  @Test func deviceWhoseActivationEndedIsActivatedAnewAtOnce() async throws {
    let kiosk = try await dueKiosk()
    await kiosk.server.fail(Self.ended)
    let status = try await kiosk.manager().activate()
    #expect(status.state == .valid && status.warnings.isEmpty)
    #expect(status.activation == "activation-2")
    let requests = await kiosk.server.requests
    #expect(requests.map(\.kind) == [.activate, .renew, .activate])
    #expect(requests.last?.license == nil && Set(requests.map(\.nonce)).count == 3)
    #expect(try await kiosk.manager(isOnline: false).activate().activation == "activation-2")
  }

  @Test func deviceIsActivatedAnewOnlyOnce() async throws {
    let kiosk = try await dueKiosk()
    await kiosk.server.fail(Self.ended, Self.ended, Self.ended)
    let status = try await kiosk.manager().activate()
    #expect(status.id == "document-1" && status.warningCodes == [.renewal])
    #expect(await kiosk.server.requests.map(\.kind) == [.activate, .renew, .activate])
  }

  @Test func licenceStaysWhereThereIsNoOtherActivation() async throws {
    let kiosk = try await dueKiosk()
    let full = ScriptedServer.Fault.answer(
      status: 403, body: problemBody(403, "activation-count-exceeded"))
    await kiosk.server.fail(Self.ended, full)
    let status = try await kiosk.manager().activate()
    #expect(status.state == .valid && status.id == "document-1" && status.warningCodes == [.renewal])
    kiosk.clock.pass(20 * TestClock.day)
    await kiosk.server.fail(Self.ended, full)
    #expect(await failure(try kiosk.manager().activate)?.code == .activationCountExceeded)
    #expect(try await kiosk.manager().activate().state == .valid)
  }

  @Test func requestWhoseActivationEndedBeforeItsAnswerCameIsMadeAnew() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.loses, Self.ended)
    #expect(await failure(try kiosk.manager().activate)?.code == .connectionIssue)
    #expect(try await kiosk.manager().activate().state == .valid)
    let nonces = await kiosk.server.requests.map(\.nonce)
    #expect(nonces.count == 3 && nonces[0] == nonces[1] && nonces[1] != nonces[2])
  }

  @Test(arguments: [
    (400, "bad-request"), (403, "revoked"), (409, "device-mismatch"), (409, "not-activated"),
  ])
  func refusalThatAServerWouldRepeatEndsTheRequest(status: Int, code: String) async throws {
    let kiosk = try Kiosk()
    let refusal = ScriptedServer.Fault.answer(status: status, body: problemBody(status, code))
    await kiosk.server.fail(refusal, refusal)
    #expect(await failure(try kiosk.manager().activate)?.code == .unknown)
    #expect(try await kiosk.manager().status().warnings.isEmpty)
    let before = Set(await kiosk.server.requests.map(\.nonce))
    await kiosk.server.forgetScript()
    try await kiosk.manager().activate()
    #expect(!before.contains(try #require(await kiosk.server.requests.last?.nonce)))
  }

  @Test(arguments: [
    (401, "authentication"), (403, "profile-expired"), (403, "activation-count-exceeded"), (404, "not-found"),
    (405, "method"), (413, "too-large"), (415, "media-type"), (429, "rate-limited"), (500, "internal"),
    (503, "unavailable"),
  ])
  func refusalThatMayPassKeepsTheRequest(status: Int, code: String) async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.answer(status: status, body: problemBody(status, code)))
    #expect(await failure(try kiosk.manager().activate) != nil)
    #expect(try await kiosk.manager().status().warningCodes == [.pending])
    try await kiosk.manager().activate()
    #expect(Set(await kiosk.server.requests.map(\.nonce)).count == 1)
  }

  @Test func refusedDeactivationIsMadeAnew() async throws {
    let kiosk = try await Kiosk.licensed()
    await kiosk.server.fail(.answer(status: 400, body: problemBody(400, "bad-request")))
    #expect(await failure(try kiosk.manager().deactivate)?.code == .unknown)
    #expect(try await kiosk.manager().status().warnings.isEmpty)
    #expect(try await kiosk.manager().deactivate().state == .absent)
    #expect(Set(await kiosk.server.requests.map(\.nonce)).count == 3)
  }

  @Test func refusalIsToldWhereTheStoreCannotForgetTheRequest() async throws {
    let kiosk = try await dueKiosk()
    try FileManager.default.removeItem(atPath: "\(kiosk.storeFolder)/.lock")
    try FileManager.default.createDirectory(
      atPath: "\(kiosk.storeFolder)/.lock", withIntermediateDirectories: false)
    await kiosk.server.fail(.answer(status: 400, body: problemBody(400, "bad-request")))
    let status = try await kiosk.manager().activate()
    #expect(status.state == .valid && status.warningCodes.contains(.renewal))
    #expect(kiosk.log.lines.contains { "\($0.message)" == "licence request not forgotten" })
  }
}
