// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintSignedDocuments
internal import Crypto

/// A record's file: a line with the format, the seal (a MAC) in hexadecimal digits, and JSON.
///
/// The seal is HMAC-SHA-256 with the store's key over form, profile and JSON. It detects corruption, and
/// protects the last-seen time from edits. It does not protect against restoring an older copy of the whole
/// store (rollback).
package enum LicenseRecordFile {
  static let name = "record"
  /// Two documents, and a small envelope.
  package static let maximumBytes = 3 * LicenseDocumentLimit.bytes
  package static let keyBytes = 32
  private static let word = "imprint-license-record "
  private static let form = "\(word)1\n"

  package static func encode(_ record: LicenseRecord, profile: String, key: [UInt8]) -> [UInt8] {
    sealing(Array(json(record).text.utf8), profile: profile, key: key)
  }

  /// A sealed file with any content.
  static func sealing(_ content: [UInt8], profile: String, key: [UInt8]) -> [UInt8] {
    let seal = HMAC<SHA256>.authenticationCode(for: sealed(content, profile), using: SymmetricKey(data: key))
    let hexadecimal = ContentHash(bytes: Array(seal))?.hex ?? ""
    return Array("\(form)\(hexadecimal)\n".utf8) + content + [10]
  }

  /// - Parameter place: the file, for errors.
  /// - Throws: `damaged` for anything but the output of ``encode(_:profile:key:)`` , and `newerRecord`.
  package static func decode(
    _ bytes: [UInt8], profile: String, key: [UInt8], place: String
  ) throws(LicenseStoreError) -> LicenseRecord {
    let lines = bytes.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
    if let first = lines.first, lines.count > 1, !form.utf8.dropLast().elementsEqual(first),
      let text = String(validating: first, as: UTF8.self), text.hasPrefix(word),
      let version = Int(text.dropFirst(word.count)), version > 1
    {
      throw LicenseStoreError(
        .newerRecord, place: place, reason: "it has version \(version); this reads 1.",
        remedy: "Update Imprint.")
    }
    guard lines.count == 3, form.utf8.dropLast().elementsEqual(lines[0]), lines[2].last == 10,
      let seal = ContentHash(hex: String(decoding: lines[1], as: UTF8.self)),
      HMAC<SHA256>.isValidAuthenticationCode(
        seal.bytes, authenticating: sealed(Array(lines[2].dropLast()), profile),
        using: SymmetricKey(data: key))
    else { throw .notAFile(place, reason: "it was modified: its seal does not verify.") }
    do throws(LicenseFormError) {
      return try LicenseFormError.reading(
        Array(lines[2].dropLast()), place: place, limit: maximumBytes, record)
    } catch {
      throw .notAFile(place, reason: error.reason)
    }
  }

  private static func sealed(_ content: [UInt8], _ profile: String) -> [UInt8] {
    Array("\(form)\(profile)\n".utf8) + content
  }

  private static func json(_ record: LicenseRecord) -> JSONValue {
    .present([
      "license": record.document,
      "pending": record.pending.json {
        .present([
          "kind": $0.kind.rawValue, "nonce": $0.nonce, "created": $0.created, "device": $0.device.json,
          "seen": $0.seen,
        ])
      },
      "revocation": record.revocation.json {
        ["document": $0.document, "reason": $0.reason, "issued": $0.issued]
      },
      "deactivated": record.deactivated, "seen": record.lastSeen,
    ])
  }

  private static func record(_ members: inout ClaimReader) throws(DocumentRejection) -> LicenseRecord {
    var record = LicenseRecord()
    record.document = try document(members.optional("license"), members)
    if let value = members.optional("pending") {
      var pending = try ClaimReader(value, "member")
      guard let kind = LicenseEndpoint(rawValue: try pending.text("kind")) else {
        throw pending.refused("kind", "is no kind of request")
      }
      record.pending = LicenseRecord.Pending(
        kind: kind, nonce: try pending.text("nonce"),
        created: Int64(try pending.integer("created", in: times)),
        device: try DeviceFingerprint(claim: pending.required("device")), seen: try time("seen", &pending))
      try pending.end()
    }
    if let value = members.optional("revocation") {
      var revocation = try ClaimReader(value, "member")
      record.revocation = LicenseRecord.Revocation(
        document: try document(revocation.required("document"), revocation) ?? "",
        reason: try revocation.text("reason"), issued: Int64(try revocation.integer("issued", in: times)))
      try revocation.end()
    }
    record.deactivated = try time("deactivated", &members)
    record.lastSeen = try time("seen", &members)
    return record
  }

  private static func document(
    _ value: JSONValue?, _ members: ClaimReader
  ) throws(DocumentRejection) -> String? {
    guard let value else { return nil }
    guard case .string(let text) = value, (1...LicenseDocumentLimit.bytes).contains(text.utf8.count) else {
      throw members.refused("license", "is no document")
    }
    return text
  }

  private static func time(
    _ name: String, _ members: inout ClaimReader
  ) throws(DocumentRejection) -> Int64? {
    guard let value = members.optional(name) else { return nil }
    guard case .integer(let time) = value, times.contains(time) else {
      throw members.refused(name, "is no time")
    }
    return Int64(time)
  }

  private static let times = 0...Int(DocumentTime.range.upperBound)
}
