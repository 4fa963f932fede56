// SPDX-License-Identifier: Apache-2.0

/// Consumes the members of an object one by one; what remains is unknown, and refused: it may be a
/// restriction.
package struct ClaimReader {
  private let code: DocumentRejection.Code
  /// The member's name in messages: `claim` of `nonce`.
  private let kind: String
  private var members: [(name: String, value: JSONValue)]

  package init(_ json: JSONValue, _ kind: String, _ code: DocumentRejection.Code = .claims)
    throws(DocumentRejection)
  {
    guard case .object(let members) = json else {
      throw DocumentRejection.malformed(code, "\(kind)s are not an object.")
    }
    self.kind = kind
    self.code = code
    self.members = members.map { (name: $0.0, value: $0.1) }
  }

  package mutating func optional(_ name: String) -> JSONValue? {
    // By bytes: canonically equivalent spellings are different names.
    guard let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    return members.remove(at: index).value
  }

  package mutating func required(_ name: String) throws(DocumentRejection) -> JSONValue {
    guard let value = optional(name) else {
      throw DocumentRejection.malformed(code, "\(kind) '\(name)' is missing.")
    }
    return value
  }

  /// Refuses members that were not consumed.
  package func end() throws(DocumentRejection) {
    guard let first = members.first else { return }
    let isPlain = first.name.utf8.count <= 32 && first.name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    let name = isPlain ? "'\(first.name)'" : "a name that is not shown"
    throw DocumentRejection(
      code, reason: "it has the \(kind) \(name), which this version does not know and which may restrict it.",
      remedy: "Update the SDK, or ask the document's issuer for one of version 1.")
  }
}

extension ClaimReader {
  package mutating func text(_ name: String) throws(DocumentRejection) -> String {
    guard case .string(let text) = try required(name), text.isDocumentText else {
      throw refused(name, "is not a text of 1 to 256 bytes without control characters")
    }
    return text
  }

  package mutating func name(_ name: String) throws(DocumentRejection) -> String {
    guard case .string(let text) = try required(name), text.isDocumentName else {
      throw refused(name, "is not a name of 1 to 64 letters, digits, '.', '_' and '-'")
    }
    return text
  }

  package mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(DocumentRejection) -> Int {
    guard case .integer(let number) = try required(name), range.contains(number) else {
      throw refused(name, "is not a whole number of \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  package mutating func time(_ name: String) throws(DocumentRejection) -> Int64 {
    guard case .integer(let number) = try required(name), DocumentTime.range.contains(Int64(number)) else {
      throw refused(name, "is not a time of the years 2020 to 2199, in seconds since 1970")
    }
    return Int64(number)
  }

  package func refused(_ name: String, _ why: String) -> DocumentRejection {
    DocumentRejection.malformed(code, "\(kind) '\(name)' \(why).")
  }
}

extension String {
  /// 1 to 256 bytes without control characters.
  package var isDocumentText: Bool {
    (1...256).contains(utf8.count) && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`
  package var isDocumentName: Bool {
    guard let first = utf8.first, first.isASCIIAlphanumeric, utf8.count <= 64 else { return false }
    return utf8.allSatisfy { $0.isASCIIAlphanumeric || [0x2E, 0x5F, 0x2D].contains($0) }
  }
}

extension UInt8 {
  fileprivate var isASCIIAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
