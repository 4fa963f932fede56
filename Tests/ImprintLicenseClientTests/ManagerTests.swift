// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseClient
import TestSupport
import Testing

/// A licence manager made from a server's URL.
@Suite struct ManagerTests {
  private func manager(_ url: String, log: CollectedLog) throws -> LicenseManager {
    try LicenseManager(
      profile: "kiosk", product: "com.example.kiosk", apiKey: APIKey(LicenseServerMessage.key),
      serverURL: url, trustAnchors: [], logger: log.logger())
  }

  @Test func managerKnowsItsProfileAndAsksNothingYet() throws {
    let log = CollectedLog()
    let manager = try manager("https://nonexistent.invalid", log: log)
    #expect(manager.profile == "kiosk" && manager.product == "com.example.kiosk")
    #expect(!manager.isLicensed)
    #expect(log.lines.isEmpty)
  }

  @Test func managerOfAServerWithoutTLSIsRefused() throws {
    let error = #expect(throws: LicenseTransportError.self) {
      try manager("http://nonexistent.invalid", log: CollectedLog())
    }
    #expect(error?.code == .address)
  }
}
