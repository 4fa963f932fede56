// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintSignedDocuments

/// A document's unverified claims. Used only to choose the time of verification.
enum PresentedDocument {
  static func claims(of document: String) -> LicenseClaims? {
    let parts = Array(document.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64.url.bytes(of: parts[1]) else { return nil }
    do {
      return try LicenseClaims(json: JSONValue(parsing: bytes))
    } catch {
      return nil
    }
  }
}
