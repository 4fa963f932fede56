// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// Why bytes are not a valid request, response or fingerprint, as defined in docs/reference/licenses.md.
public typealias LicenseFormError = Explained<LicenseFormErrorCode>

public enum LicenseFormErrorCode: String, Sendable, Hashable, CaseIterable {
  /// More bytes than such a document may have.
  case size
  /// Not JSON.
  case syntax
  /// A member is missing, undefined, or out of range.
  case members
}

extension LicenseFormError {
  init(_ code: Code, place: String, reason: String) {
    self.init(
      code, place: place, reason: reason, remedy: "Get the document again from where it was made.")
  }

  /// Parses JSON and passes its members to `read`, which refuses undefined ones.
  static func reading<Value>(
    _ bytes: [UInt8], place: String, limit: Int,
    _ read: (inout ClaimReader) throws(DocumentRejection) -> Value
  ) throws(LicenseFormError) -> Value {
    guard bytes.count <= limit else {
      throw LicenseFormError(.size, place: place, reason: "it is longer than \(limit) bytes.")
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes, limits: JSONValue.Limits(bytes: limit, depth: 8))
    } catch {
      throw LicenseFormError(.syntax, place: "\(place), \(error.place)", reason: error.reason)
    }
    do throws(DocumentRejection) {
      var members = try ClaimReader(json, "member")
      let value = try read(&members)
      try members.end()
      return value
    } catch {
      throw LicenseFormError(.members, place: place, reason: error.reason)
    }
  }
}
