// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import ImprintLicenseClient
import Logging
import TestSupport

@testable import ImprintLKMS

/// A device with a licence store, of the laboratory's time: its programs are real license managers that reach
/// a real server over TLS.
struct TestDevice {
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  let lab: Lab
  let tls: TestTLS
  let folder: TemporaryFolder

  /// - Parameter number: devices of different numbers share no fact.
  init(_ number: Int, of lab: Lab, tls: TestTLS) throws {
    self.lab = lab
    self.tls = tls
    folder = try TemporaryFolder()
    let device = "sys/class/net/eno1/device"
    try folder.write("3c:52:82:00:00:\(10 + number)\n", to: "sys/class/net/eno1/address")
    try folder.write("0\n", to: "sys/class/net/eno1/addr_assign_type")
    try folder.write("", to: "\(device)/uevent")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(device)/subsystem", withDestinationPath: "../../../../bus/pci")
    try folder.write("Example\n", to: "sys/block/nvme0n1/device/model")
    try folder.write("0\n", to: "sys/block/nvme0n1/removable")
    try folder.write("eui.0025388b000000\(10 + number)\n", to: "sys/block/nvme0n1/wwid")
  }

  var storeFolder: String { "\(folder.path)/licenses" }

  /// A start of the program; without a port it has no server.
  func manager(
    port: Int?, key: String? = nil, pinning certificate: [UInt8]? = nil, store: String? = nil
  ) throws -> LicenseManager {
    let transport = try port.map {
      try HTTPSLicenseTransport(
        serverURL: "https://localhost:\($0)", configuration: tls.client(pinning: certificate),
        logger: Self.quiet)
    }
    return LicenseManager(
      profile: Lab.profile, product: Lab.product, apiKey: key.map { APIKey($0) } ?? lab.key,
      trustAnchors: try Lab.trustAnchors(), transport: transport,
      store: LicenseStore(folder: store ?? storeFolder, patience: .seconds(60)),
      device: DeviceReader(root: folder.path),
      clock: LicenseClock(now: lab.time.now, elapsed: lab.time.now), sdkVersion: "0.1.0", logger: Self.quiet)
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
}

extension LicenseManager {
  func grants(_ feature: LicenseFeature) -> Bool { entitlements.entitlement(for: feature).isGranted }
}
