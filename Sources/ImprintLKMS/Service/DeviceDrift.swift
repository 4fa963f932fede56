// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// How far a device may change before it is another one: parts are replaced, and an activation must not walk
/// from one machine to the next by that.
///
/// Every fingerprint that an activation got a licence for *counts* until no such licence can be in force any
/// more, and for ``period`` at least. A new one has to be the same device as each that counts, seen from
/// either side; and there are at most ``mostChanges`` beside the first. So no two fingerprints that count are
/// different devices.
struct DeviceDrift {
  /// How long a fingerprint counts at least after its last licence, in seconds: 30 days. A profile whose
  /// licences live for a minute makes no walk of it.
  static let period: Int64 = 30 * 86_400
  /// How many changes may count at a time: a disk and a network card within a month. Each is a licence that a
  /// forged request could have good on one more machine of the same make.
  static let mostChanges = 2

  /// Those that count, the oldest first; never empty.
  let known: [DeviceFingerprint]

  enum Verdict: Equatable {
    /// One that counts already.
    case unchanged
    /// What differs from the oldest that counts.
    case changed([DeviceFingerprint.Fact])
    case refused(Refusal)
  }

  enum Refusal: Equatable {
    /// Kinds of facts that were named before are missing.
    case leftOut([DeviceFingerprint.Fact])
    /// What differs from one that counts is too much.
    case anotherDevice
    /// It has changed as often as it may.
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

  /// From either side: a device that names a disk alone would else become any machine with that disk and much
  /// besides. A fingerprint of before own hardware had to be named is no measure for one that names it.
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
