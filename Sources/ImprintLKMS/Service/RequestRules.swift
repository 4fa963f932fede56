// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

extension LicenseRequest {
  /// The most users that a device may report.
  static let mostUsers = 1_000_000_000

  /// The server's requirements on a request beyond its form.
  func judged() throws(LicenseProblem) -> LicenseRequest {
    guard device.facts.keys.reduce(0, { $0 + $1.weight }) >= 3 else {
      throw .badRequest("The device has too few facts to be told from others.")
    }
    // Deactivation is always possible; a licence without them would be valid on every copy of the system.
    guard kind == .deactivate || device.namesOwnHardware else {
      throw LicenseProblem(
        .badRequest,
        reason:
          "The device names nothing of its own hardware or network: copies of its system would be the same.",
        remedy:
          "Give the machine a network interface with its maker's address or a disk with a serial number; in a "
          + "container, let the program see the real /sys.")
    }
    guard (0...Self.mostUsers).contains(registeredUsers ?? 0) else {
      throw .badRequest("It says that there are \(registeredUsers ?? 0) users.")
    }
    // Facts are compared and stored sorted.
    var request = self
    request.device = DeviceFingerprint(facts: device.facts.mapValues { $0.sorted() })
    return request
  }
}
