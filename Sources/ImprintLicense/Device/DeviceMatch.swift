// SPDX-License-Identifier: Apache-2.0

/// How two fingerprints agree: those of a licence, and of the device that is there.
public struct DeviceMatch: Sendable, Hashable {
  /// The facts that the licence names and that have more than half of its values on both sides, in the order
  /// of ``DeviceFingerprint/Fact``.
  public let matching: [DeviceFingerprint.Fact]
  /// The other facts that the licence names.
  public let differing: [DeviceFingerprint.Fact]

  /// What the facts that match weigh together.
  public var matchingWeight: Int { matching.reduce(0) { $0 + $1.weight } }
  /// What all facts that the licence names weigh together.
  public var weight: Int { matchingWeight + differing.reduce(0) { $0 + $1.weight } }
  /// Whether it is the same device: what matches weighs more than half of all that the licence names, and a
  /// fact of the machine's own is among it, where the licence names one. What copies of a system on machines
  /// of one make have in common is never enough.
  public var isSameDevice: Bool {
    2 * matchingWeight > weight && (matching.contains(where: \.isOwn) || !differing.contains(where: \.isOwn))
  }
}

extension DeviceFingerprint {
  /// Compares what a licence names (this) with the device that is there. O(values).
  public func match(with device: DeviceFingerprint) -> DeviceMatch {
    let named = Fact.allCases.filter { facts[$0] != nil }
    // More than half, not one: else a licence for all values of several devices would be good on each of
    // them.
    let matching = named.filter { fact in
      let values = Set(facts[fact] ?? [])
      return 2 * values.intersection(device.facts[fact] ?? []).count > values.count
    }
    return DeviceMatch(matching: matching, differing: named.filter { !matching.contains($0) })
  }

  /// Whether the device that is there is the one that a licence (this) names, within the tolerance.
  public func isSameDevice(as device: DeviceFingerprint) -> Bool { match(with: device).isSameDevice }
}
