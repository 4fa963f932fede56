// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

extension DeviceFingerprint {
  /// The least that the facts of a device weigh together: a lighter one cannot be told from others.
  static let leastWeight = 3

  /// Reads the claim `device`.
  ///
  /// - Throws: ``LicenseRejection`` with the code `claims`: an unknown fact, a value that is no hash, or facts that
  ///   weigh less than ``leastWeight``.
  init(claim json: JSONValue) throws(LicenseRejection) {
    var device = try ClaimReader(json, "device member")
    _ = try device.integer("ver", in: 1...1)
    var members = try ClaimReader(device.required("facts"), "fact")
    try device.end()
    var facts: [Fact: [String]] = [:]
    for fact in Fact.allCases {
      guard let value = members.optional(fact.rawValue) else { continue }
      facts[fact] = try Self.values(value, of: fact)
    }
    try members.end()
    guard facts.keys.reduce(0, { $0 + $1.weight }) >= Self.leastWeight else {
      throw LicenseRejection.malformed(.claims, "its device has too few facts to be told from others.")
    }
    self.init(facts: facts)
  }

  private static func values(_ json: JSONValue, of fact: Fact) throws(LicenseRejection) -> [String] {
    var values: [String] = []
    guard case .array(let items) = json, (1...16).contains(items.count) else {
      throw LicenseRejection.malformed(.claims, "fact '\(fact.rawValue)' is not a list of 1 to 16 values.")
    }
    for item in items {
      guard case .string(let text) = item, text.isFactHash, values.last.map({ $0 < text }) ?? true else {
        throw LicenseRejection.malformed(
          .claims, "fact '\(fact.rawValue)' is not a sorted list of 8 hexadecimal digits each.")
      }
      values.append(text)
    }
    return values
  }

  /// The claim `device`: facts in the order of their weight.
  var claim: JSONValue {
    let members = Fact.allCases.compactMap { fact in
      facts[fact].map { (fact.rawValue, JSONValue.strings($0)) }
    }
    return .object([("ver", .integer(1)), ("facts", .object(members))])
  }
}
