// SPDX-License-Identifier: Apache-2.0

// How a device is named to a server that knows it already.
extension DeviceFingerprint {
  /// This device, named as a licence names it.
  ///
  /// A fact that still matches is named as before, and facts that the device has gained since are left out: a
  /// new disk or network card is no reason for a server to take it for another device, and what is never
  /// named cannot be missed later. A fact that matches no more is named as it is now; one that is gone is
  /// left out, which the server refuses.
  func named(like known: DeviceFingerprint?) -> DeviceFingerprint {
    guard let known else { return self }
    let matching = Set(known.match(with: self).matching)
    var named: [Fact: [String]] = [:]
    for (fact, values) in facts {
      if matching.contains(fact) {
        named[fact] = known.facts[fact]
      } else if known.facts[fact] != nil || (fact.isOwn && !known.namesOwnHardware) {
        // A licence of before such facts were needed names nothing of the machine's own: now it does.
        named[fact] = values
      }
    }
    return DeviceFingerprint(facts: named)
  }
}
