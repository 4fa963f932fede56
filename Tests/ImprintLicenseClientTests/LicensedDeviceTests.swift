// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseClient
import ImprintModel
import Testing

/// What a device makes of a server that is away or misbehaves: with a licence it goes on within its grace,
/// without one it is told why.
@Suite struct LicensedDeviceTests {
  private let root: TestIdentity
  private let identity: [TestIdentity]

  init() throws {
    root = try TestIdentity.root()
    identity = [try root.server()]
  }

  private func judge(_ url: String, _ setting: Setting, _ code: LicenseTransportError.Code?) async throws {
    let device = try await LicensedDevice()
    let manager = try device.manager(day: 34, transport: setting.transport(url))
    let status = try await manager.activate()
    #expect(status.state == .grace && status.warnings.map(\.code) == [.grace, .renewal])
    #expect(manager.entitlements.entitlement(for: .verification).isGranted)
    for (day, store) in [(34, "none"), (35, "licenses")] as [(Int64, String)] {
      let later = try device.manager(day: day, transport: setting.transport(url), store: store)
      let error = await #expect(throws: LicenseActivationError.self) { try await later.activate() }
      #expect(error?.code == .connectionIssue && error?.transport?.code == code)
      #expect(error?.place == url && error?.remedy.isEmpty == false)
      #expect(!later.isLicensed)
    }
  }

  @Test(arguments: ["short", "chunk-cut", "reset", "close", "garbage", "body:10485760", "status:304"])
  func serverWhoseAnswerIsNoneStopsNothingWithinTheGrace(behaviour: String) async throws {
    let server = try FixtureServer(behaviour, identity: identity)
    try await judge(server.url, try Setting(root: root), .answer)
  }

  @Test func redirectingServerStopsNothingWithinTheGrace() async throws {
    let server = try FixtureServer("redirect:https://localhost:1/", identity: identity)
    try await judge(server.url, try Setting(root: root), .answer)
  }

  @Test(arguments: ["status:500", "status:502", "status:503", "status:404"])
  func serverThatFailsStopsNothingWithinTheGrace(behaviour: String) async throws {
    let server = try FixtureServer(behaviour, identity: identity)
    try await judge(server.url, try Setting(root: root), nil)
  }

  @Test(arguments: ["hang", "slow"])
  func slowServerStopsNothingWithinTheGrace(behaviour: String) async throws {
    let server = try FixtureServer(behaviour, identity: identity)
    var setting = try Setting(root: root)
    setting.configuration.timeout = .milliseconds(300)
    try await judge(server.url, setting, .timeout)
  }

  @Test func serverThatIsDownStopsNothingWithinTheGrace() async throws {
    let server = try FixtureServer("ok", identity: identity)
    _ = server.end()
    // Somebody else may have its port by now, with another certificate.
    let device = try await LicensedDevice()
    let transport = try Setting(root: root).transport(server.url)
    #expect(try await device.manager(day: 34, transport: transport).activate().state == .grace)
  }

  @Test func serverWithAnotherCertificateStopsNothingWithinTheGrace() async throws {
    let stranger = try TestIdentity.root("Stranger")
    let server = try FixtureServer("ok", identity: [try stranger.server()])
    try await judge(server.url, try Setting(root: root), .certificate)
  }
}
