// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

/// What a licensed device does when no next licence comes.
@Suite struct OutageTests {
  private static let grace = 5 * TestClock.day

  @Test func outageBeforeTheExpiryIsAWarning() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(20 * TestClock.day)
    await kiosk.server.fail(.unreachable(.unreachable))
    let status = try await kiosk.manager().activate()
    #expect(status.state == .valid && status.warningCodes == [.renewal])
  }

  @Test(arguments: FailurePolicy.allCases)
  func outageWithinTheGraceStopsNothing(failure: FailurePolicy) async throws {
    let kiosk = try await Kiosk.licensed(LicensePolicy(grace: Self.grace, failure: failure))
    kiosk.clock.pass(30 * TestClock.day)
    await kiosk.server.fail(.unreachable(.timeout), .unreachable(.timeout))
    let manager = try kiosk.manager()
    var status = try await manager.activate()
    #expect(status.state == .grace && status.warningCodes == [.grace, .renewal])
    #expect(status.features == [.verification, .identification])
    kiosk.clock.pass(Self.grace - 1)
    status = try await manager.activate()
    #expect(status.state == .grace && manager.isLicensed)
    #expect(manager.entitlements.entitlement(for: .identification).isGranted)
  }

  @Test(arguments: LicenseTransportError.Code.allCases)
  func noKindOfSilenceStopsAnythingWithinTheGrace(code: LicenseTransportError.Code) async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(34 * TestClock.day)
    await kiosk.server.fail(.unreachable(code))
    let manager = try kiosk.manager()
    let status = try await manager.activate()
    #expect(status.state == .grace && status.warningCodes == [.grace, .renewal])
    #expect(manager.entitlements.entitlement(for: .identification).isGranted)
  }

  @Test func afterTheGraceAWarningPolicyLetsAllGoOn() async throws {
    let kiosk = try await Kiosk.licensed(LicensePolicy(grace: Self.grace, failure: .warn))
    kiosk.clock.pass(35 * TestClock.day)
    await kiosk.server.fail(.unreachable(.timeout))
    let manager = try kiosk.manager()
    let status = try await manager.activate()
    #expect(status.state == .expired && status.warningCodes == [.expired, .renewal])
    #expect(status.features == [.verification, .identification])
    #expect(manager.entitlements.entitlement(for: .identification).isGranted)
  }

  @Test func afterTheGraceADegradingPolicyLeavesWhatItNames() async throws {
    let policy = LicensePolicy(grace: 0, failure: .degrade, degraded: [.verification, .captureDump])
    let kiosk = try await Kiosk.licensed(policy)
    kiosk.clock.pass(30 * TestClock.day)
    await kiosk.server.fail(.unreachable(.timeout))
    let manager = try kiosk.manager()
    let status = try await manager.activate()
    #expect(status.state == .expired && status.features == [.verification])
    #expect(manager.entitlements.entitlement(for: .verification).isGranted)
    #expect(!manager.entitlements.entitlement(for: .captureDump).isGranted)
    guard case .refused(let reason, let remedy) = manager.entitlements.entitlement(for: .identification)
    else {
      return #expect(Bool(false), "granted")
    }
    #expect(reason.contains("IDENT") && reason.contains("'kiosk'") && reason.contains("2026-10-21"))
    #expect(!remedy.isEmpty)
  }

  @Test func afterTheGraceAStoppingPolicyStops() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(35 * TestClock.day)
    await kiosk.server.fail(.unreachable(.timeout))
    let manager = try kiosk.manager()
    let error = await failure(manager.activate)
    #expect(error?.code == .connectionIssue && error?.transport?.code == .timeout)
    #expect(error?.rejections.map(\.code) == [.expired])
    #expect(!manager.isLicensed)
    #expect(!manager.entitlements.entitlement(for: .verification).isGranted)
    // The licence is still there, and is renewed when the server is.
    #expect(try await manager.activate().state == .valid)
    #expect(await kiosk.server.requests.last?.kind == .renew)
  }

  @Test func programThatRunsOnLosesTheLicenceWhenItEnds() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager()
    try await manager.activate()
    kiosk.clock.pass(35 * TestClock.day - 1)
    #expect(manager.entitlements.entitlement(for: .verification).isGranted && manager.isLicensed)
    kiosk.clock.pass(1)
    #expect(!manager.entitlements.entitlement(for: .verification).isGranted && !manager.isLicensed)
  }

  @Test func offlineDeviceWhoseLicenceEndedIsToldSo() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(20 * TestClock.day)
    #expect(try await kiosk.manager(isOnline: false).activate().warningCodes == [.renewal])
    kiosk.clock.pass(20 * TestClock.day)
    let error = await failure(try kiosk.manager(isOnline: false).activate)
    #expect(error?.code == .profileExpired && error?.rejections.map(\.code) == [.expired])
  }

  @Test(arguments: [
    (401, "authentication"), (403, "profile-expired"), (403, "activation-count-exceeded"), (403, "revoked"),
    (409, "device-mismatch"), (400, "bad-request"), (404, "not-found"), (405, "method"), (413, "too-large"),
    (415, "media-type"), (429, "rate-limited"), (500, "internal"), (503, "unavailable"),
  ]) func refusalOfARenewalStopsNothingBeforeTheEnd(status: Int, code: String) async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(31 * TestClock.day)
    await kiosk.server.fail(.answer(status: status, body: problemBody(status, code)))
    let found = try await kiosk.manager().activate()
    #expect(found.state == .grace && found.warningCodes == [.grace, .renewal])
  }

  @Test(arguments: [
    "", "{", "null", "{}", #"{"license":1}"#, #"{"license":""}"#, #"{"license":"x","more":1}"#,
    #"{"license":"x","license":"y"}"#, #"{"deactivated":true}"#,
    "<!DOCTYPE html><html>Log in to the network</html>",
    #"{"license":"eyJhbGciOiJub25lIn0"#, "\u{0}\u{1}\u{2}",
  ]) func answerThatIsNoneIsAConnectionIssueAndStopsNothing(body: String) async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.answer(status: 200, body: body))
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.code == .connectionIssue && error?.place == "https://license.example")
    try await kiosk.manager().activate()
    kiosk.clock.pass(20 * TestClock.day)
    await kiosk.server.fail(.answer(status: 200, body: body))
    #expect(try await kiosk.manager().activate().warningCodes == [.renewal])
  }

  @Test(arguments: [100, 204, 301, 302, 404, 407, 418, 502, 504])
  func statusOfNoLicenceServerIsAConnectionIssue(status: Int) async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.answer(status: status, body: #"{"license":"x"}"#))
    #expect(await failure(try kiosk.manager().activate)?.code == .connectionIssue)
  }

  @Test(arguments: [
    problemBody(403, "authentication"), problemBody(401, "new-code"), "<html>401</html>", "[]",
    #"{"code":"authentication","status":"401"}"#, #"{"status":401}"#,
  ]) func problemThatIsNotTheDefinedOneIsAConnectionIssue(body: String) async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.answer(status: 401, body: body))
    #expect(await failure(try kiosk.manager().activate)?.code == .connectionIssue)
  }
}
