// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

extension ClaimReader {
  /// - Parameter absent: the default if the member is missing; `nil` if it is required.
  mutating func features(
    _ name: String, orElse absent: [LicenseFeature]? = nil
  ) throws(DocumentRejection) -> [LicenseFeature] {
    guard let value = absent == nil ? try required(name) : optional(name) else { return absent ?? [] }
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
}

extension String {
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

  /// 8 lower-case hexadecimal digits.
  var isFactHash: Bool {
    utf8.count == 8 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension UInt8 {
  fileprivate var isASCIIAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
