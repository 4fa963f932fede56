// SPDX-License-Identifier: Apache-2.0

// How a device identifies itself to a server that already knows it.
extension DeviceFingerprint {
  /// This device's fingerprint, aligned with a licence's.
  ///
  /// A fact that still matches keeps its old values, and facts gained since are omitted: a new disk or
  /// network card must not make a server take it for another device, and what is never named cannot go
  /// missing. A fact that no longer matches has its current values; one that is gone is omitted, which the
  /// server refuses.
  func named(like known: DeviceFingerprint?) -> DeviceFingerprint {
    guard let known else { return self }
    let matching = Set(known.match(with: self).matching)
    var named: [Fact: [String]] = [:]
    for (fact, values) in facts {
      if matching.contains(fact) {
        named[fact] = known.facts[fact]
      } else if known.facts[fact] != nil || (fact.isOwn && !known.namesOwnHardware) {
        // Licences issued before such facts were required have none unique to the machine: add it now.
        named[fact] = values
      }
    }
    return DeviceFingerprint(facts: named)
  }
}
