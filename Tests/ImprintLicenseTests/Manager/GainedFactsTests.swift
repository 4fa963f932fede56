// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Testing

/// What a device says of itself when it has changed, and what it takes for an answer.
@Suite struct GainedFactsTests {
  @Test func newDiskAndNewNetworkCardChangeNothing() async throws {
    let kiosk = try await Kiosk.licensed()
    for number in 1...6 {
      try kiosk.tree.disk("sd\(number)", "wwid", "naa.500253850000000\(number)")
      try kiosk.tree.interface("enp\(number)s0", "3c:52:82:99:99:0\(number)")
    }
    #expect(try await kiosk.manager(isOnline: false).activate().state == .valid)
    kiosk.clock.pass(16 * TestClock.day)
    #expect(try await kiosk.manager().activate().warnings.isEmpty)
    let requests = await kiosk.server.requests
    #expect(requests.map(\.kind) == [.activate, .renew] && requests[0].device == requests[1].device)
  }

  @Test func kindOfFactThatTheDeviceGainedIsNotNamedInARenewal() async throws {
    let kiosk = try Kiosk()
    try kiosk.tree.remove("etc/machine-id")
    try await kiosk.manager().activate()
    try kiosk.tree.file("etc/machine-id", "4cd1a0c0b52f4bd69c1ab7b1a0f1e2d3\n")
    kiosk.clock.pass(16 * TestClock.day)
    try await kiosk.manager().activate()
    let requests = await kiosk.server.requests
    #expect(requests[1].device == requests[0].device && requests[1].device.facts[.machineID] == nil)
  }

  @Test func replacedDiskIsNamedAsItIsNow() async throws {
    let kiosk = try await Kiosk.licensed()
    try kiosk.tree.disk("nvme0n1", "wwid", "eui.0025388b00000000")
    kiosk.clock.pass(16 * TestClock.day)
    try await kiosk.manager().activate()
    let requests = await kiosk.server.requests
    #expect(requests[1].device == (try kiosk.tree.fingerprint()))
    #expect(requests[1].device.facts[.disk] != requests[0].device.facts[.disk])
  }

  @Test func requestThatComesAgainNamesWhatItNamedBefore() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.loses)
    #expect(await failure(try kiosk.manager().activate) != nil)
    try kiosk.tree.disk("sda", "wwid", "naa.5002538500000001")
    #expect(try await kiosk.manager().activate().state == .valid)
    let requests = await kiosk.server.requests
    #expect(requests[0] == requests[1])
    #expect(await kiosk.server.activations == 1)
  }

  /// What only root may read is a fact for nobody: who asks does not matter.
  @Test func fileThatNotEverybodyMayReadIsNoFact() throws {
    let tree = try DeviceTree()
    let before = try tree.fingerprint()
    try tree.disk("sda", "wwid", "naa.5002538500000001")
    try tree.forbid("sys/block/sda/wwid", mode: 0o400)
    #expect(try tree.fingerprint() == before)
    try tree.forbid("etc/machine-id", mode: 0o640)
    #expect(try tree.fingerprint().facts[.machineID] == nil)
    try tree.forbid("sys/class/net", mode: 0o700)
    #expect(try tree.fingerprint().facts[.network] == nil)
  }

  @Test(arguments: [false, true]) func licenceThatNamesOtherFactsThanItsRequestIsRefused(
    namesMore: Bool
  ) async throws {
    let kiosk = try Kiosk()
    await kiosk.server.set(shape: { claims in
      var facts = claims.device.facts
      if namesMore { facts[.disk] = ["00000000"] + (facts[.disk] ?? []) } else { facts[.machineID] = nil }
      claims.device = DeviceFingerprint(facts: facts)
    })
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.code == .licenseSignatureVerificationFailed && error?.rejections.map(\.code) == [.device])
    let offline = try kiosk.manager(isOnline: false)
    let answer = try #require(await kiosk.server.answer(file: offline.request()))
    let refused = await failure { () async throws(LicenseActivationError) in
      try await offline.importLicense(answer)
    }
    #expect(refused?.rejections.map(\.code) == [.device])
    #expect(!offline.isLicensed)
  }

  @Test func copyOfTheSystemIsAnotherDeviceThoughOnlyADiskTellsThemApart() throws {
    let licensed = DeviceFingerprint(facts: [
      .disk: ["22222222"], .machineID: ["33333333"], .board: ["44444444"], .processor: ["55555555"],
    ])
    var copy = licensed.facts
    copy[.disk] = ["99999999"]
    #expect(!licensed.isSameDevice(as: DeviceFingerprint(facts: copy)))
  }
}
