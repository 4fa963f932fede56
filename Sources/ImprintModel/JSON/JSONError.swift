// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not a JSON document that is accepted here. Its place is `byte <offset>`.
public typealias JSONError = Explained<JSONErrorCode>

public enum JSONErrorCode: String, Sendable, Hashable {
  /// It does not follow RFC 8259.
  case syntax
  /// A member occurs twice in one object, which parsers interpret differently.
  case duplicateMember = "duplicate-member"
  /// More bytes or deeper nesting than is accepted.
  case limit
}

extension JSONError {
  init(_ code: Code, at offset: Int, _ reason: String) {
    self.init(
      code, place: "byte \(offset)", reason: reason,
      remedy: "Get the document again from where it was made.")
  }
}
