// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Logging
import TestSupport

/// A device that was licensed by a file, for 30 days and 5 of grace.
struct LicensedDevice {
  private static let authority = Result {
    try LicenseAuthority.create(name: "Example", now: Setting.now)
  }
  private static let day: Int64 = 86_400

  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    try folder.write("Example\n", to: "sys/block/nvme0n1/device/model")
    try folder.write("0\n", to: "sys/block/nvme0n1/removable")
    try folder.write("eui.0025388b91b0a2c4\n", to: "sys/block/nvme0n1/wwid")
    let manager = try manager(day: 0, transport: nil)
    let request = try LicenseRequest(parsing: await manager.request())
    let now = Setting.now
    let document = try LicenseIssuer(signer: Self.authority.get().signer).issue(
      LicenseClaims(
        issuer: "Example", id: "document-1", activation: "activation-1", product: request.product,
        profile: request.profile, issued: now, notBefore: now, expires: now + 30 * Self.day,
        renewAfter: now + 15 * Self.day, nonce: request.nonce, features: [.verification], limits: [:],
        device: request.device, policy: LicensePolicy(grace: 5 * Self.day, failure: .stop)))
    try await manager.importLicense(Array(document.utf8))
  }

  /// A start of its program, some days after it was licensed.
  func manager(
    day: Int64, transport: (any LicenseTransport)?, store: String = "licenses"
  ) throws -> LicenseManager {
    let now = Setting.now + day * Self.day
    return LicenseManager(
      profile: "kiosk", product: "com.example.kiosk", apiKey: APIKey(LicenseServerMessage.key),
      trustAnchors: [try TrustAnchor(der: Self.authority.get().rootCertificate)], transport: transport,
      store: LicenseStore(folder: "\(folder.path)/\(store)"), device: DeviceReader(root: folder.path),
      clock: LicenseClock(now: { now }, elapsed: { now }), sdkVersion: "0.1.0",
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
  }
}
