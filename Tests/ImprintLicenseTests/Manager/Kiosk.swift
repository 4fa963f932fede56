// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import LicenseTestSupport
import TestSupport
import Testing

/// A device with a store, a clock, and a server to ask: each test its own.
struct Kiosk {
  static let authority = Result { try LicenseAuthority.create(name: "Example", now: TestClock.start) }
  /// Nobody trusts it.
  static let stranger = Result { try LicenseAuthority.create(name: "Stranger", now: TestClock.start) }

  let clock = TestClock()
  let tree: DeviceTree
  let folder: TemporaryFolder
  let server: ScriptedServer
  let log = CollectedLog()

  init(signedBy authority: Result<LicenseAuthority, any Error> = Self.authority) throws {
    tree = try DeviceTree()
    folder = try TemporaryFolder()
    server = ScriptedServer(issuer: LicenseIssuer(signer: try authority.get().signer), clock: clock)
  }

  var storeFolder: String { "\(folder.path)/licenses" }
  var record: String { "\(storeFolder)/kiosk/record" }

  /// Another start of the program.
  func manager(
    profile: String = "kiosk", product: String = "com.example.kiosk", key: String? = "imk_test_key",
    isOnline: Bool = true, tree: DeviceTree? = nil, folder: String? = nil
  ) throws -> LicenseManager {
    LicenseManager(
      profile: profile, product: product, apiKey: key.map { APIKey($0) },
      trustAnchors: [try TrustAnchor(der: Self.authority.get().rootCertificate)],
      transport: isOnline ? server : nil,
      store: LicenseStore(folder: folder ?? storeFolder, patience: .seconds(60)),
      device: (tree ?? self.tree).reader, clock: clock.clock, sdkVersion: "0.1.0", logger: log.logger())
  }

  /// Edits the stored record as a person would.
  func changeRecord(_ change: (String) -> String) throws {
    let url = URL(filePath: record)
    let before = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let after = change(before)
    try #require(before != after)
    try Data(after.utf8).write(to: url)
  }

  /// A device that has been activated.
  static func licensed(_ policy: LicensePolicy? = nil) async throws -> Kiosk {
    let kiosk = try Kiosk()
    if let policy { await kiosk.server.set(policy: policy) }
    try await kiosk.manager().activate()
    return kiosk
  }
}

/// The error that something ends with.
func failure<Value>(
  _ work: () async throws(LicenseActivationError) -> Value
) async -> LicenseActivationError? {
  do throws(LicenseActivationError) {
    _ = try await work()
    return nil
  } catch {
    return error
  }
}

extension LicenseStatus {
  var warningCodes: [LicenseWarning.Code] { warnings.map(\.code) }
}
