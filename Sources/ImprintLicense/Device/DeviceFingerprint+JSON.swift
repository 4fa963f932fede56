// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

// As it lies in licences and requests: `{"ver": 1, "facts": {"network": ["0a1b2c3d"]}}`.
extension DeviceFingerprint {
  public var json: JSONValue {
    let named = Fact.allCases.compactMap { fact in facts[fact].map { (fact.rawValue, JSONValue.strings($0)) }
    }
    return .object([("ver", .integer(1)), ("facts", .object(named))])
  }

  /// Judges a fingerprint that came from elsewhere.
  /// - Parameter place: what it is called in errors.
  public init(json: JSONValue, place: String = "device") throws(LicenseFormError) {
    let object = try ClosedObject(json, place: place, required: ["ver", "facts"])
    try object.checkVersion()
    let named = try ClosedObject(
      object.value("facts"), place: "\(place).facts", required: [], optional: Fact.allCases.map(\.rawValue))
    var facts: [Fact: [String]] = [:]
    for fact in Fact.allCases {
      guard let value = named.optional(fact.rawValue) else { continue }
      facts[fact] = try Self.values(value, place: "\(place).facts.\(fact.rawValue)")
    }
    guard !facts.isEmpty else {
      throw LicenseFormError(.value, place: "\(place).facts", reason: "no fact is named.")
    }
    self.init(facts: facts)
  }

  private static func values(_ json: JSONValue, place: String) throws(LicenseFormError) -> [String] {
    let wrong = LicenseFormError(
      .value, place: place,
      reason: "1 to \(maximumValues) different texts of 8 small hexadecimal digits are expected.")
    guard case .array(let items) = json, (1...maximumValues).contains(items.count) else { throw wrong }
    var values: [String] = []
    for item in items {
      guard case .string(let text) = item, isHash(text), !values.contains(text) else { throw wrong }
      values.append(text)
    }
    return values
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 8
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
