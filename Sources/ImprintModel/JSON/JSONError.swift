// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not a JSON document that is accepted here.
public struct JSONError: ExplainedError {
  public enum Code: String, Sendable, Hashable {
    /// It does not follow RFC 8259.
    case syntax
    /// A member occurs twice in one object, which readers take differently.
    case duplicateMember = "duplicate-member"
    /// More bytes or deeper nesting than is accepted.
    case limit
  }

  public let code: Code
  /// `byte <offset>`.
  public let place: String
  public let reason: String
  public let remedy: String

  init(_ code: Code, at offset: Int, _ reason: String) {
    self.code = code
    place = "byte \(offset)"
    self.reason = reason
    remedy = "Get the document again from where it was made."
  }
}
