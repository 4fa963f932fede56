// SPDX-License-Identifier: Apache-2.0
package import ImprintModel

/// Takes the members of an object out one by one; what is left at the end is unknown, and refused: it may
/// restrict.
package struct ClaimReader {
  let code: LicenseRejection.Code
  /// What the object is called in sentences: `claim` of `nonce`.
  let kind: String
  private var members: [(name: String, value: JSONValue)]

  package init(_ json: JSONValue, _ kind: String, _ code: LicenseRejection.Code = .claims)
    throws(LicenseRejection)
  {
    guard case .object(let members) = json else {
      throw LicenseRejection.malformed(code, "\(kind)s are not an object.")
    }
    self.kind = kind
    self.code = code
    self.members = members.map { (name: $0.0, value: $0.1) }
  }

  package mutating func optional(_ name: String) -> JSONValue? {
    // By bytes: other spellings of the same character are other names.
    guard let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    return members.remove(at: index).value
  }

  package mutating func required(_ name: String) throws(LicenseRejection) -> JSONValue {
    guard let value = optional(name) else {
      throw LicenseRejection.malformed(code, "\(kind) '\(name)' is missing.")
    }
    return value
  }

  /// Refuses what has not been taken.
  package func end() throws(LicenseRejection) {
    guard let first = members.first else { return }
    let isPlain = first.name.utf8.count <= 32 && first.name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    let name = isPlain ? "'\(first.name)'" : "a name that is not shown"
    throw LicenseRejection(
      code, reason: "it has the \(kind) \(name), which this version does not know and which may restrict it.",
      remedy: "Update the SDK, or ask the licence's issuer for a licence of version 1.")
  }
}

extension ClaimReader {
  package mutating func text(_ name: String) throws(LicenseRejection) -> String {
    guard case .string(let text) = try required(name), text.isLicenseText else {
      throw refused(name, "is not a text of 1 to 256 bytes without control characters")
    }
    return text
  }

  mutating func name(_ name: String) throws(LicenseRejection) -> String {
    guard case .string(let text) = try required(name), text.isLicenseName else {
      throw refused(name, "is not a name of 1 to 64 letters, digits, '.', '_' and '-'")
    }
    return text
  }

  package mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(LicenseRejection) -> Int {
    guard case .integer(let number) = try required(name), range.contains(number) else {
      throw refused(name, "is not a whole number of \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  package mutating func time(_ name: String) throws(LicenseRejection) -> Int64 {
    guard case .integer(let number) = try required(name), LicenseTime.range.contains(Int64(number)) else {
      throw refused(name, "is not a time of the years 2020 to 2199, in seconds since 1970")
    }
    return Int64(number)
  }

  mutating func features(
    _ name: String, orElse absent: [LicenseFeature]? = nil
  ) throws(LicenseRejection) -> [LicenseFeature] {
    guard let value = optional(name) else {
      if let absent { return absent }
      throw LicenseRejection.malformed(code, "\(kind) '\(name)' is missing.")
    }
    let rule = "is not a list of at most 64 features, none twice"
    guard case .array(let items) = value, items.count <= 64 else { throw refused(name, rule) }
    var features: [LicenseFeature] = []
    for item in items {
      guard case .string(let text) = item, text.isFeatureName else { throw refused(name, rule) }
      features.append(LicenseFeature(rawValue: text))
    }
    guard Set(features).count == features.count else { throw refused(name, rule) }
    return features
  }

  package func refused(_ name: String, _ why: String) -> LicenseRejection {
    LicenseRejection.malformed(code, "\(kind) '\(name)' \(why).")
  }
}

extension LicenseRejection {
  package static func malformed(_ code: Code, _ reason: String) -> LicenseRejection {
    LicenseRejection(
      code, reason: reason, remedy: "Get the document again; if it stays so, tell the licence's issuer.")
  }
}

extension String {
  /// 1 to 256 bytes without control characters.
  var isLicenseText: Bool {
    (1...256).contains(utf8.count) && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`
  package var isLicenseName: Bool {
    guard let first = utf8.first, first.isASCIIAlphanumeric, utf8.count <= 64 else { return false }
    return utf8.allSatisfy { $0.isASCIIAlphanumeric || [0x2E, 0x5F, 0x2D].contains($0) }
  }

  /// `[A-Z][A-Z0-9_]{0,31}`
  package var isFeatureName: Bool {
    guard let first = utf8.first, (0x41...0x5A).contains(first), utf8.count <= 32 else { return false }
    return utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }

  /// `[A-Za-z][A-Za-z0-9]{0,63}`
  package var isLimitName: Bool {
    guard let first = utf8.first, first.isASCIIAlphanumeric, !(0x30...0x39).contains(first) else {
      return false
    }
    return utf8.count <= 64 && utf8.allSatisfy(\.isASCIIAlphanumeric)
  }

  /// 8 small hexadecimal digits.
  var isFactHash: Bool {
    utf8.count == 8 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension UInt8 {
  fileprivate var isASCIIAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
