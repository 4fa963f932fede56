// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

extension LicenseRequest {
  /// The maximum length of a request.
  public static let maximumBytes = 65_536

  /// The document: one line of JSON. Deterministic.
  public var document: [UInt8] {
    let document: JSONValue = .present([
      "ver": 1, "kind": kind.rawValue, "profile": profile, "product": product, "nonce": nonce,
      "created": created, "sdk": sdk, "device": device.json,
      "usage": registeredUsers.json { [LicenseLimit.registeredUsers.rawValue: $0] }, "license": license,
    ])
    return Array(document.text.utf8)
  }

  /// Validates an external request: every member known, present and in range. The licence in it is left to
  /// the verifier. O(n).
  public init(parsing bytes: [UInt8]) throws(LicenseFormError) {
    self = try LicenseFormError.reading(bytes, place: "request", limit: Self.maximumBytes) {
      (members: inout ClaimReader) throws(DocumentRejection) in
      try LicenseRequest(from: &members)
    }
  }

  private init(from members: inout ClaimReader) throws(DocumentRejection) {
    _ = try members.integer("ver", in: 1...1)
    guard let kind = LicenseEndpoint(rawValue: try members.text("kind")) else {
      throw members.refused("kind", "is none of 'activate', 'renew', 'deactivate'")
    }
    self.kind = kind
    profile = try members.name("profile")
    product = try members.name("product")
    nonce = try members.text("nonce")
    guard nonce.isLicenseNonce else {
      throw members.refused("nonce", "is not 16 bytes in 22 base64url characters")
    }
    // A device with a wrong clock may still make requests.
    created = Int64(try members.integer("created", in: 0...Int(DocumentTime.range.upperBound)))
    sdk = try members.text("sdk")
    device = try DeviceFingerprint(claim: members.required("device"))
    if let usage = members.optional("usage") {
      var counts = try ClaimReader(usage, "usage member")
      registeredUsers = try counts.integer(LicenseLimit.registeredUsers.rawValue, in: 0...Self.maximumCount)
      try counts.end()
    }
    if let value = members.optional("license") {
      guard case .string(let text) = value, (1...LicenseDocumentLimit.bytes).contains(text.utf8.count) else {
        throw members.refused("license", "is not a document of at most \(LicenseDocumentLimit.bytes) bytes")
      }
      license = text
    }
    guard (kind == .activate) == (license == nil) else {
      throw members.refused("license", "goes with 'renew' and 'deactivate', and with nothing else")
    }
  }

  /// The maximum of a counter, so that sums stay in range.
  static let maximumCount = 1 << 48
}

extension String {
  /// 16 bytes in base64url.
  package var isLicenseNonce: Bool { utf8.count == 22 && Base64.url.bytes(of: Array(utf8))?.count == 16 }

  /// A new nonce, from the system's random number generator.
  static func newLicenseNonce() -> String {
    Base64.url.text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }
}
