// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// Lists and names in columns: short JSON. It was written here, so text that does not parse means a damaged
/// file.
enum StoredJSON {
  static func text(_ features: [LicenseFeature]) -> String {
    JSONValue.strings(features.map(\.rawValue)).text
  }

  static func text(_ limits: [LicenseLimit: Int]) -> String {
    JSONValue.object(limits.map { ($0.key.rawValue, JSONValue.integer($0.value)) }.sorted { $0.0 < $1.0 })
      .text
  }

  static func text(_ device: DeviceFingerprint) -> String {
    JSONValue.object(
      device.facts.map { ($0.key.rawValue, JSONValue.strings($0.value)) }.sorted { $0.0 < $1.0 }
    ).text
  }

  static func features(_ text: String) throws(LicenseDatabaseError) -> [LicenseFeature] {
    try texts(try parse(text)).map { LicenseFeature(rawValue: $0) }
  }

  static func limits(_ text: String) throws(LicenseDatabaseError) -> [LicenseLimit: Int] {
    guard case .object(let members) = try parse(text) else { throw damaged }
    var limits: [LicenseLimit: Int] = [:]
    for (name, value) in members {
      guard case .integer(let number) = value else { throw damaged }
      limits[LicenseLimit(rawValue: name)] = number
    }
    return limits
  }

  static func device(_ text: String) throws(LicenseDatabaseError) -> DeviceFingerprint {
    guard case .object(let members) = try parse(text) else { throw damaged }
    var facts: [DeviceFingerprint.Fact: [String]] = [:]
    for (name, values) in members {
      guard let fact = DeviceFingerprint.Fact(rawValue: name) else { throw damaged }
      facts[fact] = try texts(values)
    }
    return DeviceFingerprint(facts: facts)
  }

  static func parse(_ text: String) throws(LicenseDatabaseError) -> JSONValue {
    do { return try JSONValue(parsing: Array(text.utf8)) } catch { throw damaged }
  }

  static func texts(_ value: JSONValue) throws(LicenseDatabaseError) -> [String] {
    guard case .array(let items) = value else { throw damaged }
    var texts: [String] = []
    for item in items {
      guard case .string(let text) = item else { throw damaged }
      texts.append(text)
    }
    return texts
  }

  static var damaged: LicenseDatabaseError {
    .corrupt("database", "A column holds what this program did not write.")
  }
}
