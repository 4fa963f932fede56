// SPDX-License-Identifier: Apache-2.0

/// The licence was issued for this device, within the tolerance stated in docs/reference/licenses.md.
struct DevicePolicy: LicenseRule {
  let expected: DeviceFingerprint?

  let step = LicenseStep.ID.device

  func judge(_ claims: LicenseClaims) -> LicenseFinding {
    guard let expected else { return .skipped("Bound to a device; which one is there was not asked.") }
    let match = claims.device.match(with: expected)
    let differing = match.differing.map(\.rawValue).joined(separator: ", ")
    let weights = "\(match.matchingWeight) of \(match.weight)"
    guard match.isSameDevice else {
      return .failed(
        LicenseRejection(
          .device, reason: "it was issued for another device: \(weights) agree; different: \(differing).",
          remedy: "Activate this device, or import the licence on the device that asked for it."))
    }
    return .passed(
      differing.isEmpty
        ? "Issued for this device: all facts agree."
        : "Issued for this device: \(weights) agree; different: \(differing).")
  }
}
