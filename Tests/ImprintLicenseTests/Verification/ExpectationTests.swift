// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseAuthority
import LicenseTestSupport
import Testing

@Suite struct ExpectationTests {
  private let samples: LicenseSamples
  private let document: String

  init() throws {
    samples = try LicenseSamples()
    document = try samples.issuer.issue(LicenseSamples.claims)
  }

  private func codes(
    _ expecting: LicenseExpectation, at now: Int64 = LicenseSamples.now
  ) async -> [LicenseRejection.Code]? {
    await samples.verifier.verify(document, at: now, expecting: expecting).verdict.codes
  }

  @Test(arguments: ["Kiosk", "kiosk2", "kios", "", "kiosk ", "\u{212A}iosk"])
  func anotherProfileIsRefused(profile: String) async {
    #expect(await codes(LicenseExpectation(profile: profile)) == [.profile])
  }

  @Test func anotherProductIsRefused() async {
    #expect(await codes(LicenseExpectation(product: "com.example.gate")) == [.product])
  }

  @Test func anotherDeviceIsRefused() async {
    let other = DeviceFingerprint(facts: [
      .network: ["10000001"], .disk: ["0000000b"], .machineID: ["0000000c"],
    ])
    #expect(await codes(LicenseExpectation(device: other)) == [.device])
    #expect(await codes(LicenseExpectation(device: DeviceFingerprint(facts: [:]))) == [.device])
  }

  @Test func deviceWithAReplacedDiskIsTheSame() async {
    var facts = LicenseSamples.device.facts
    facts[.disk] = ["ffffffff"]
    #expect(await codes(LicenseExpectation(device: DeviceFingerprint(facts: facts))) == nil)
  }

  @Test func answerToAnotherRequestIsRefused() async {
    #expect(await codes(LicenseExpectation(nonce: "CCCCCCCCCCCCCCCCCCCCCC")) == [.nonce])
  }

  @Test func clockBeforeTheLicenceIsToldAndNotBlamedOnTheChain() async throws {
    let begin = LicenseSamples.claims.notBefore
    #expect(await codes(LicenseExpectation(), at: begin) == nil)
    for now in [begin - 1, begin - 3 * LicenseSamples.day, 0, -1, .min] {
      #expect(await codes(LicenseExpectation(), at: now) == [.notYetValid])
    }
    guard
      case .rejected(let reasons) = await samples.verifier.judge(document, at: begin - 3 * LicenseSamples.day)
    else { return }
    #expect(reasons.first?.reason.contains("3 days behind") == true)
  }

  @Test func everyReasonIsGatheredAndExpiryIsTheLast() async {
    let everything = LicenseExpectation(
      profile: "a", product: "b", device: DeviceFingerprint(facts: [:]), nonce: "c")
    #expect(await codes(everything, at: 0) == [.notYetValid, .profile, .product, .device, .nonce])
    #expect(await codes(everything, at: 4_102_444_800) == [.profile, .product, .device, .nonce, .expired])
  }
}
