// SPDX-License-Identifier: Apache-2.0

/// The comparison of two fingerprints: a licence's and the actual device's.
public struct DeviceMatch: Sendable, Hashable {
  /// The licence's facts of which more than half of the values match on both sides, in the order of
  /// ``DeviceFingerprint/Fact``.
  public let matching: [DeviceFingerprint.Fact]
  /// The other facts that the licence names.
  public let differing: [DeviceFingerprint.Fact]

  /// The total weight of the matching facts.
  public var matchingWeight: Int { matching.reduce(0) { $0 + $1.weight } }
  /// The total weight of all the licence's facts.
  public var weight: Int { matchingWeight + differing.reduce(0) { $0 + $1.weight } }
  /// Whether it is the same device: the matching facts have more than half of the licence's weight, and
  /// include one unique to the machine, if the licence has one. What copies of a system on machines of one
  /// model share is never enough.
  public var isSameDevice: Bool {
    2 * matchingWeight > weight && (matching.contains(where: \.isOwn) || !differing.contains(where: \.isOwn))
  }
}

extension DeviceFingerprint {
  /// Compares a licence's fingerprint (this) with the actual device's. O(values).
  public func match(with device: DeviceFingerprint) -> DeviceMatch {
    let named = Fact.allCases.filter { facts[$0] != nil }
    // More than half, not one: otherwise a licence with the values of several devices would be valid on each
    // of them.
    let matching = named.filter { fact in
      let values = Set(facts[fact] ?? [])
      return 2 * values.intersection(device.facts[fact] ?? []).count > values.count
    }
    return DeviceMatch(matching: matching, differing: named.filter { !matching.contains($0) })
  }

  /// Whether the actual device is the one of a licence (this), within the tolerance.
  public func isSameDevice(as device: DeviceFingerprint) -> Bool { match(with: device).isSameDevice }
}
