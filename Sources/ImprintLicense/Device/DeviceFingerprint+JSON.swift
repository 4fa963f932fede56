// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

// The form in licences, requests and records: `{"ver": 1, "facts": {"network": ["0a1b2c3d"]}}`.
extension DeviceFingerprint {
  /// The document's member `device`: facts in the order of their weight.
  public var json: JSONValue {
    let named = Fact.allCases.compactMap { fact in facts[fact].map { (fact.rawValue, JSONValue.strings($0)) }
    }
    return ["ver": 1, "facts": JSONValue.object(named)]
  }

  /// Validates an external fingerprint: only defined facts, at least one, each with 1 to 16 sorted values.
  public init(json: JSONValue) throws(LicenseFormError) {
    do throws(DocumentRejection) {
      var device = try ClaimReader(json, "device member")
      _ = try device.integer("ver", in: 1...1)
      var members = try ClaimReader(device.required("facts"), "fact")
      try device.end()
      var facts: [Fact: [String]] = [:]
      for fact in Fact.allCases {
        guard let value = members.optional(fact.rawValue) else { continue }
        facts[fact] = try Self.values(value, of: fact, members)
      }
      try members.end()
      guard !facts.isEmpty else { throw DocumentRejection.malformed(.claims, "it names no fact.") }
      self.init(facts: facts)
    } catch {
      throw LicenseFormError(.members, place: "device", reason: error.reason)
    }
  }

  private static func values(
    _ json: JSONValue, of fact: Fact, _ members: ClaimReader
  ) throws(DocumentRejection) -> [String] {
    let wrong = members.refused(fact.rawValue, "is not a sorted list of 1 to 16 times 8 hexadecimal digits")
    guard case .array(let items) = json, (1...maximumValues).contains(items.count) else { throw wrong }
    var values: [String] = []
    for item in items {
      guard case .string(let text) = item, text.isFactHash, values.last.map({ $0 < text }) ?? true else {
        throw wrong
      }
      values.append(text)
    }
    return values
  }
}
