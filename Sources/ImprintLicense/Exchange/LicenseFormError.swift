// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why bytes are no request, no answer or no fingerprint, as docs/reference/licenses.md defines them.
public struct LicenseFormError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// More bytes than such a document may have.
    case size
    /// No JSON.
    case syntax
    /// A member is missing.
    case missing
    /// A member that is not defined.
    case unknown
    /// A member's value is not what is defined.
    case value
  }

  public let code: Code
  /// The member, such as `device.facts.disk`.
  public let place: String
  public let reason: String
  public var remedy: String { "Get the document again from where it was made." }

  init(_ code: Code, place: String, reason: String) {
    self.code = code
    self.place = place
    self.reason = reason
  }
}
