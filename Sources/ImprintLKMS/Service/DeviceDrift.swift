// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// How far a device may change before it counts as another one: parts are replaced, but an activation must
/// not migrate from one machine to another that way.
///
/// Every licensed fingerprint of an activation *counts* until no such licence can be in force any more, and
/// for at least ``period``. A new one must match each that counts, in both directions; and there are at most
/// ``mostChanges`` besides the first. So no two fingerprints that count are different devices.
struct DeviceDrift {
  /// The minimum time that a fingerprint counts after its last licence, in seconds: 30 days. Prevents
  /// migration under profiles with short-lived licences.
  static let period: Int64 = 30 * 86_400
  /// The maximum number of changes that count at a time: a disk and a network card within a month. Each
  /// allows a forged request a licence for one more machine of the same model.
  static let mostChanges = 2

  /// Those that count, oldest first; never empty.
  let known: [DeviceFingerprint]

  enum Verdict: Equatable {
    /// One that counts already.
    case unchanged
    /// The differences from the oldest that counts.
    case changed([DeviceFingerprint.Fact])
    case refused(Refusal)
  }

  enum Refusal: Equatable {
    /// Kinds of facts that were present before are missing.
    case leftOut([DeviceFingerprint.Fact])
    /// It differs too much from one that counts.
    case anotherDevice
    /// It has reached the maximum number of changes.
    case changedTooOften
  }

  func verdict(on device: DeviceFingerprint) -> Verdict {
    let leftOut = DeviceFingerprint.Fact.allCases.filter { fact in
      device.facts[fact] == nil && known.contains { $0.facts[fact] != nil }
    }
    guard leftOut.isEmpty else { return .refused(.leftOut(leftOut)) }
    guard !known.contains(device) else { return .unchanged }
    guard known.allSatisfy({ Self.areSame($0, device) }) else { return .refused(.anotherDevice) }
    guard known.count <= Self.mostChanges else { return .refused(.changedTooOften) }
    return .changed(known.first?.match(with: device).differing ?? [])
  }

  /// In both directions: otherwise a device with only a disk would match any machine with that disk and much
  /// else. A fingerprint from before unique hardware was required is not compared with one that has it.
  private static func areSame(_ known: DeviceFingerprint, _ device: DeviceFingerprint) -> Bool {
    known.isSameDevice(as: device) && (!known.namesOwnHardware || device.isSameDevice(as: known))
  }
}

extension LicenseProblem {
  init(_ refusal: DeviceDrift.Refusal, activation: String) {
    let remedy =
      "Ask the operator of the licence server to release the activation \(activation), and activate anew."
    switch refusal {
    case .leftOut(let facts):
      let names = facts.map(\.rawValue).joined(separator: ", ")
      self.init(
        .badRequest, reason: "The request leaves out what this activation named before: \(names).",
        remedy: "Let the program see it again: what was unplugged, or hidden from a container. \(remedy)")
    case .anotherDevice:
      self.init(
        .deviceMismatch, reason: "The device differs too much from the one that was activated.",
        remedy: "Activate this device; deactivate the other one on itself. If parts were replaced: \(remedy)")
    case .changedTooOften:
      self.init(
        .deviceMismatch,
        reason: "The device has changed \(DeviceDrift.mostChanges) times lately, and is another one again.",
        remedy: "Wait until the licences of before the changes have ended. If parts were replaced: \(remedy)")
    }
  }
}
