// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import TestSupport
import Testing

@Suite struct ActivationTests {
  @Test func firstStartFetchesStoresAndLicenses() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager()
    #expect(!manager.isLicensed)
    let status = try await manager.activate()
    #expect(status.state == .valid && status.warnings.isEmpty && manager.isLicensed)
    #expect(status.features == [.verification, .identification])
    #expect(status.limits == [.registeredUsers: 100] && status.activation == "activation-1")
    #expect(status.graceEnds == TestClock.start + 35 * TestClock.day)
    let request = try #require(await kiosk.server.requests.first)
    #expect(request.kind == .activate && request.license == nil && request.sdk == "0.1.0")
    #expect(request.device == (try kiosk.tree.fingerprint()) && request.created == TestClock.start)
  }

  @Test func laterStartsAskNobody() async throws {
    let kiosk = try await Kiosk.licensed()
    await kiosk.server.fail(.unreachable(.unreachable))
    kiosk.clock.pass(14 * TestClock.day)
    #expect(try await kiosk.manager().activate().warnings.isEmpty)
    #expect(await kiosk.server.requests.count == 1)
  }

  @Test func licenceIsRenewedWhenItIsTime() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(15 * TestClock.day)
    let status = try await kiosk.manager().activate()
    #expect(status.id == "document-2" && status.activation == "activation-1")
    #expect(status.expires == TestClock.start + 45 * TestClock.day)
    let renewal = try #require(await kiosk.server.requests.last)
    #expect(renewal.kind == .renew && renewal.license != nil)
    #expect(await kiosk.server.activations == 1)
  }

  @Test func licenceThatExpiredLongAgoIsRenewed() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(400 * TestClock.day)
    #expect(try await kiosk.manager().activate().state == .valid)
  }

  @Test(arguments: [LicenseTransportError.Code.unreachable, .timeout, .certificate, .pin, .answer, .address])
  func outageAtTheFirstStartIsAConnectionIssue(code: LicenseTransportError.Code) async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.unreachable(code))
    let manager = try kiosk.manager()
    let error = await failure(manager.activate)
    #expect(error?.code == .connectionIssue && error?.transport?.code == code)
    #expect(error?.place == "https://license.example")
    #expect(await manager.status().warningCodes == [.pending])
  }

  @Test func keyThatCannotBeSentIsAnAuthenticationIssue() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.unreachable(.apiKey))
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.code == .authenticationIssue && error?.transport?.code == .apiKey)
  }

  @Test(arguments: [
    (401, "authentication", ActivationErrorType.authenticationIssue),
    (403, "profile-expired", .profileExpired),
    (403, "activation-count-exceeded", .activationCountExceeded), (429, "rate-limited", .connectionIssue),
    (500, "internal", .connectionIssue), (503, "unavailable", .connectionIssue),
    (400, "bad-request", .unknown), (409, "device-mismatch", .unknown), (403, "revoked", .unknown),
    (404, "not-found", .unknown), (405, "method", .unknown), (413, "too-large", .unknown),
    (415, "media-type", .unknown),
  ]) func refusalOfTheServerIsToldByItsType(status: Int, code: String, type: ActivationErrorType) async throws
  {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.answer(status: status, body: problemBody(status, code)))
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.code == type && error?.remedy.isEmpty == false)
    #expect(try await kiosk.manager().activate().state == .valid)
  }

  @Test func serversOwnWordsAreShown() async throws {
    let kiosk = try Kiosk()
    let body = problemBody(403, "profile-expired", detail: "The pilot ended in May.")
    await kiosk.server.fail(.answer(status: 403, body: body))
    #expect(await failure(try kiosk.manager().activate)?.reason == "The pilot ended in May.")
  }

  @Test func answerThatWasLostCountsOnce() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.loses, .loses)
    #expect(await failure(try kiosk.manager().activate)?.transport?.code == .timeout)
    #expect(await failure(try kiosk.manager().activate)?.transport?.code == .timeout)
    #expect(try await kiosk.manager().activate().activation == "activation-1")
    #expect(await kiosk.server.activations == 1)
    #expect(Set(await kiosk.server.requests.map(\.nonce)).count == 1)
  }

  @Test func answerThatExpiredBeforeItCameIsAskedForAnew() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.loses)
    #expect(await failure(try kiosk.manager().activate)?.code == .connectionIssue)
    kiosk.clock.pass(90 * TestClock.day)
    #expect(try await kiosk.manager().activate().state == .valid)
    #expect(Set(await kiosk.server.requests.map(\.nonce)).count == 2)
  }

  @Test func requestInFlightOnAnotherDeviceIsNotSentAgain() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.loses)
    #expect(await failure(try kiosk.manager().activate) != nil)
    let other = try DeviceTree()
    try other.remove("sys/class/net/eno1")
    try other.interface("eno1", "3c:52:82:99:99:99")
    try other.disk("nvme0n1", "wwid", "eui.0025388b99999999")
    try await kiosk.manager(tree: other).activate()
    #expect(Set(await kiosk.server.requests.map(\.nonce)).count == 2)
  }

  @Test func activationsAtOnceShareOne() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.waits)
    let manager = try kiosk.manager()
    let first = Task { try await manager.activate() }
    await kiosk.server.untilSomebodyWaits()
    try await withThrowingTaskGroup(of: LicenseStatus.self) { group in
      for _ in 0..<8 { group.addTask { try await manager.activate() } }
      await kiosk.server.proceed()
      for try await status in group { #expect(status.state == .valid) }
    }
    #expect(try await first.value.state == .valid)
    #expect(await kiosk.server.requests.count == 1)
  }

  @Test func twoManagersOfOneStoreCountOnce() async throws {
    let kiosk = try Kiosk()
    try await withThrowingTaskGroup(of: LicenseStatus.self) { group in
      for _ in 0..<6 {
        let manager = try kiosk.manager()
        group.addTask { try await manager.activate() }
      }
      for try await status in group { #expect(status.activation == "activation-1") }
    }
    #expect(await kiosk.server.activations == 1)
  }

  @Test func callBackSaysHowItEnded() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.unreachable(.unreachable))
    let manager = try kiosk.manager()
    let first = await withCheckedContinuation { continuation in
      manager.activate { continuation.resume(returning: $0) }
    }
    #expect(first?.code == .connectionIssue)
    let second = await withCheckedContinuation { continuation in
      manager.activate { continuation.resume(returning: $0) }
    }
    #expect(second == nil && manager.isLicensed)
  }

  @Test func registeredUsersAreSentWithActivationAndRenewal() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager()
    manager.registeredUsers = 12
    try await manager.activate()
    manager.registeredUsers = -3
    kiosk.clock.pass(16 * TestClock.day)
    try await manager.activate()
    #expect(await kiosk.server.requests.map(\.registeredUsers) == [12, 0])
  }

  @Test func anotherBuildOfTheProgramKeepsTheLicence() async throws {
    // F35: nothing of the program goes into the licence: neither its path nor its hash nor its build.
    let kiosk = try await Kiosk.licensed()
    let again = LicenseManager(
      profile: "kiosk", product: "com.example.kiosk", apiKey: nil,
      trustAnchors: [try TrustAnchor(der: Kiosk.authority.get().rootCertificate)], transport: nil,
      store: LicenseStore(folder: kiosk.storeFolder), device: kiosk.tree.reader, clock: kiosk.clock.clock,
      sdkVersion: "9.9.9-debug", logger: kiosk.log.logger())
    #expect(try await again.activate().state == .valid)
    let record = String(decoding: try Data(contentsOf: URL(filePath: kiosk.record)), as: UTF8.self)
    #expect(!record.contains("0.1.0") && !record.contains(CommandLine.arguments[0]))
  }

  @Test func configurationThatCannotWorkIsTold() async throws {
    let kiosk = try Kiosk()
    #expect(try kiosk.manager().isConfigured)
    #expect(try kiosk.manager(key: nil, isOnline: false).isConfigured)
    #expect(try !kiosk.manager(key: nil).isConfigured)
    #expect(await failure(try kiosk.manager(key: nil).activate)?.code == .authenticationIssue)
    for name in ["", "../../etc", "a/b", ".hidden", "ä", String(repeating: "x", count: 65)] {
      let manager = try kiosk.manager(profile: name)
      #expect(!manager.isConfigured)
      #expect(await failure(manager.activate)?.place == "profile")
      #expect(await failure(try kiosk.manager(product: name).activate)?.place == "product")
      #expect(await manager.status().state == .absent)
    }
    let bare = LicenseManager(
      profile: "kiosk", product: "kiosk", apiKey: nil, trustAnchors: [], transport: nil,
      store: LicenseStore(folder: kiosk.storeFolder), device: kiosk.tree.reader, sdkVersion: "0",
      logger: kiosk.log.logger())
    #expect(!bare.isConfigured)
    #expect(await failure(bare.activate)?.code == .licenseSignatureVerificationFailed)
    #expect(!FileManager.default.fileExists(atPath: kiosk.storeFolder))
    #expect(await kiosk.server.requests.isEmpty)
  }

  @Test func deviceThatCannotBeToldFromOthersAsksForNoLicence() async throws {
    let kiosk = try Kiosk()
    let error = await failure(try kiosk.manager(tree: DeviceTree(empty: ())).activate)
    #expect(error?.code == .unknown && error?.place == "device")
    #expect(await kiosk.server.requests.isEmpty)
  }

  @Test func logsHoldNoSecret() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(31 * TestClock.day)
    await kiosk.server.fail(.unreachable(.unreachable))
    try await kiosk.manager().activate()
    let nonce = try #require(await kiosk.server.requests.first?.nonce)
    let lines = kiosk.log.lines.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n")
    #expect(
      !lines.isEmpty && !lines.contains("imk_test_key") && !lines.contains(nonce) && !lines.contains("eyJ"))
  }
}
