// SPDX-License-Identifier: Apache-2.0

// Activation with files, for a device without access to the server.
extension LicenseDesk {
  /// The stored request: a response to it is expected.
  func makeRequest() async throws(LicenseActivationError) -> [UInt8] {
    try checkNames()
    let device = try fingerprint()
    let (stored, _) = try await readable(on: device)
    let kind: LicenseEndpoint = stored.license == nil ? .activate : .renew
    let document = stored.record.document
    guard
      let (pending, _) = try await pending(
        kind, on: device, holding: stored.license, whileStored: { $0 == document })
    else { throw .superseded }
    // Without the stored request, the response to a renewal could not be recognized.
    guard try await isRemembered(pending) else {
      throw LicenseActivationError(
        .unknown, place: "licence store", reason: "the request could not be remembered.",
        remedy: "Make the store's folder writable.")
    }
    return request(pending, license: stored.license?.document).document
  }

  /// Imports the response to a request: the document itself, or JSON with it, as the server sends it.
  func importLicense(_ bytes: [UInt8]) async throws(LicenseActivationError) -> LicenseStatus {
    try checkNames()
    let document = try Self.document(in: bytes)
    let device = try fingerprint()
    var (stored, notes) = try await readable(on: device)
    let license = try await verify(document, answering: nil, on: device)
    guard isExpected(license.claims, by: stored) else {
      throw LicenseActivationError(rejected: [.unasked])
    }
    if let pending = stored.record.pending, pending.nonce == license.claims.nonce {
      _ = try await verify(document, answering: pending, on: device)
    } else if let held = stored.license?.claims, license.claims != held {
      try Self.check(license.claims.device, against: held.device)
    }
    guard document != stored.record.document else { return take(stored) }
    var status: LicenseStatus
    (stored, status) = await keep(license, over: stored, &notes)
    // It was imported by hand, so there is no other copy.
    if stored.storeError == nil, let note = notes.first(where: { $0.code == .notStored }) {
      throw LicenseActivationError(
        .unknown, place: "licence store", reason: note.text, remedy: "Then import the licence again.")
    }
    status.warnings += notes
    return status
  }

  /// It answers the stored request, or is the current document, or a later one of the same activation.
  private func isExpected(_ claims: LicenseClaims, by stored: StoredLicense) -> Bool {
    if let pending = stored.record.pending, pending.kind != .deactivate, pending.nonce == claims.nonce {
      return true
    }
    guard let held = stored.license?.claims, held.activation == claims.activation else { return false }
    return claims.issued > held.issued || claims == held
  }

  /// A document that answers no known request is compared with the activation's earlier facts, as a server
  /// compares a request: a licence with fewer facts could be valid on other devices too.
  private static func check(
    _ device: DeviceFingerprint, against known: DeviceFingerprint
  ) throws(LicenseActivationError) {
    let leftOut = DeviceFingerprint.Fact.allCases.filter { fact in
      device.facts[fact] == nil && known.facts[fact] != nil
    }
    guard leftOut.isEmpty else { throw LicenseActivationError(rejected: [.leavesOut(leftOut)]) }
    guard device.namesOwnHardware else { throw LicenseActivationError(rejected: [.namesNothingOwn]) }
  }

  private func isRemembered(_ pending: LicenseRecord.Pending) async throws(LicenseActivationError) -> Bool {
    do throws(LicenseStoreError) { return try store.record(of: profile).pending == pending } catch {
      throw LicenseActivationError(error)
    }
  }

  private static func document(in bytes: [UInt8]) throws(LicenseActivationError) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let inner = bytes.prefix(LicenseReply.maximumBytes + 1).drop(while: isSpace)
    do throws(LicenseFormError) {
      if inner.first == UInt8(ascii: "{") { return try LicenseReply.document(in: bytes) }
    } catch {
      throw LicenseActivationError(
        rejected: [LicenseRejection(.form, error)])
    }
    var text = inner
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}

extension LicenseRejection {
  fileprivate static let unasked = LicenseRejection(
    .nonce,
    reason:
      "it answers no request that this device has made, and is no later than the licence that is there.",
    remedy: requestAnother)

  fileprivate static func leavesOut(_ facts: [DeviceFingerprint.Fact]) -> LicenseRejection {
    LicenseRejection(
      .device,
      reason: "it omits facts that this activation had of the device before: "
        + "\(facts.map(\.rawValue).joined(separator: ", ")).",
      remedy: requestAnother)
  }

  fileprivate static let namesNothingOwn = LicenseRejection(
    .device,
    reason:
      "it names nothing of the device's own hardware or network: copies of its system would be the same.",
    remedy: requestAnother)

  private static let requestAnother =
    "Make a request with `sdkctl license request`, and import the answer to that one."
}
