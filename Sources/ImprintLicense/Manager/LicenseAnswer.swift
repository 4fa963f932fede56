// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import Logging

/// A verified response of a licence server.
enum LicenseAnswer {
  case license(VerifiedLicense)
  case revoked(LicenseRecord.Revocation)
  /// No request was made: another process has stored a licence since the store was read.
  case superseded
}

extension LicenseDesk {
  /// Requests a licence or a renewal. The request is stored before it is sent: a retry, even after a crash,
  /// sends the same nonce and is idempotent.
  func ask(
    _ kind: LicenseEndpoint, over stored: StoredLicense, on device: DeviceFingerprint
  ) async throws(LicenseActivationError) -> LicenseAnswer {
    let license = stored.license
    let document = stored.record.document
    guard transport != nil else { throw .noServer }
    guard apiKey != nil else { throw .noKey }
    guard
      let (pending, isNew) = try await pending(
        kind, on: device, holding: license, whileStored: { $0 == document })
    else { return .superseded }
    do throws(LicenseActivationError) {
      return try await ask(pending, holding: license, on: device)
    } catch {
      guard let next = nextKind(after: error, to: pending, isNew: isNew) else { throw error }
      guard
        let (again, _) = try await self.pending(
          next, on: device, holding: license, isAnother: true, whileStored: { $0 == document })
      else { return .superseded }
      return try await ask(again, holding: license, on: device)
    }
  }

  /// The request to make immediately, once, after a refusal; `nil` if another request is useless.
  private func nextKind(
    after error: LicenseActivationError, to pending: LicenseRecord.Pending, isNew: Bool
  ) -> LicenseEndpoint? {
    // The activation to be renewed, or made by an earlier request, has ended: a new one is needed.
    if error.refusal == .notActivated { return .activate }
    // The licence that answers an old request has expired since: make a new request.
    return !isNew && error.rejections.first?.code == .expired ? pending.kind : nil
  }

  /// The stored request in flight, or a new one.
  /// - Parameters:
  ///   - license: the current licence: a renewal or deactivation identifies the device as that does.
  ///   - whileStored: whether the stored document is the one to request with.
  /// - Returns: `nil` if it is not.
  func pending(
    _ kind: LicenseEndpoint, on device: DeviceFingerprint, holding license: VerifiedLicense?,
    isAnother: Bool = false, whileStored: (String?) -> Bool
  ) async throws(LicenseActivationError) -> (LicenseRecord.Pending, isNew: Bool)? {
    let now = min(max(0, clock.now()), DocumentTime.range.upperBound)
    let named = kind == .activate ? device : device.named(like: license?.claims.device)
    let made = LicenseRecord.Pending(kind: kind, nonce: .newLicenseNonce(), created: now, device: named)
    do throws(LicenseStoreError) {
      return try await store.update(profile) { record in
        guard whileStored(record.document) else { return nil }
        if let old = record.pending, !isAnother, old.kind == kind, old.device.isSameDevice(as: device),
          old.seen == record.lastSeen
        {
          return (old, isNew: false)
        }
        var new = made
        new.seen = record.lastSeen
        record.pending = new
        return (new, isNew: true)
      }
    } catch {
      // A renewal is not counted, however often it is requested; an activation is.
      guard kind == .renew else { throw LicenseActivationError(error) }
      return (made, isNew: true)
    }
  }

  /// Sends a request and parses the response.
  func send(
    _ pending: LicenseRecord.Pending, license: String?
  ) async throws(LicenseActivationError) -> LicenseReply {
    guard let transport else { throw .noServer }
    guard let apiKey else { throw .noKey }
    let request = request(pending, license: license)
    let message = LicenseServerMessage(endpoint: pending.kind, body: request.document, apiKey: apiKey)
    do throws(LicenseTransportError) {
      let answer = try await transport.send(message)
      let reply = LicenseReply(answer, to: pending.kind, place: transport.place)
      if let refusal = reply.refusal, refusal.endsRequest { await forget(pending) }
      return reply
    } catch {
      throw LicenseActivationError(error)
    }
  }

  /// The next request has a nonce of its own.
  private func forget(_ pending: LicenseRecord.Pending) async {
    do throws(LicenseStoreError) {
      try await store.update(profile) { if $0.pending?.nonce == pending.nonce { $0.pending = nil } }
    } catch {
      // Otherwise the old one is sent again, and refused again.
      logger.warning(
        "licence request not forgotten",
        metadata: ["license.profile": "\(profile)", "error.code": "\(error.code.rawValue)"])
    }
  }

  /// As stored: the same nonce comes with the same facts, whatever the device has gained since.
  func request(_ pending: LicenseRecord.Pending, license: String?) -> LicenseRequest {
    LicenseRequest(
      kind: pending.kind, profile: profile, product: product, nonce: pending.nonce, created: pending.created,
      sdk: sdkVersion, device: pending.device, registeredUsers: holder.registeredUsers, license: license)
  }

  /// Verifies a document that answers a request: it must be for this device, with exactly the request's
  /// facts. With fewer or additional ones it could be valid on other devices too.
  /// - Parameter pending: the request; `nil` if unknown.
  func verify(
    _ document: String, answering pending: LicenseRecord.Pending?, on device: DeviceFingerprint
  ) async throws(LicenseActivationError) -> VerifiedLicense {
    let now = clock.now()
    let expected = expectation(device, nonce: pending?.nonce)
    var verdict = await verifier.verify(document, at: now, expecting: expected).verdict
    // The server's clock may be ahead within the tolerance.
    if case .rejected(let rejections) = verdict, rejections.allSatisfy({ $0.code == .notYetValid }),
      DocumentTime.range.contains(now)
    {
      verdict = await verifier.verify(document, at: now + LicenseClock.tolerance, expecting: expected).verdict
    }
    switch verdict {
    case .accepted(let license):
      if let pending, license.claims.device != pending.device {
        throw LicenseActivationError(rejected: [.otherFacts])
      }
      return license
    case .expired(let license):
      throw LicenseActivationError(rejected: [license.claims.expiryRejection(now)])
    case .rejected(let rejections): throw LicenseActivationError(rejected: rejections)
    }
  }

  private func ask(
    _ pending: LicenseRecord.Pending, holding license: VerifiedLicense?, on device: DeviceFingerprint
  ) async throws(LicenseActivationError) -> LicenseAnswer {
    let held = pending.kind == .renew ? license : nil
    switch try await send(pending, license: held?.document) {
    case .license(let document):
      return .license(try await verify(document, answering: pending, on: device))
    case .revoked(let document, let error):
      // Only the authority's signature revokes a licence: a proxy, or a compromised server, has none.
      guard let held,
        case .revoked(let claims) = await verifier.verifyRevocation(
          document, of: held.claims.activation, nonce: pending.nonce, at: clock.now())
      else { throw error }
      return .revoked(
        LicenseRecord.Revocation(document: document, reason: claims.reason, issued: claims.issued))
    case .refused(let error): throw error
    case .deactivated:
      throw LicenseActivationError(
        .connectionIssue, place: transport?.place ?? "licence server",
        reason: "the answer is that of another request.",
        remedy: "Check the proxies between it and this device.")
    }
  }
}

extension LicenseRejection {
  fileprivate static let otherFacts = LicenseRejection(
    .device, reason: "it names other facts of the device than the request did.",
    remedy: "Tell whoever runs the licence server: a licence names what its request named, and nothing else.")
}
