// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import Logging

/// What a licence server said, verified.
enum LicenseAnswer {
  case license(VerifiedLicense)
  case revoked(LicenseRecord.Revocation)
  /// Nothing was asked: somebody else has stored a licence since the store was read.
  case superseded
}

extension LicenseDesk {
  /// Asks the server for a licence, or for the next one. The request is remembered before it is sent: whoever
  /// asks again, after a crash too, sends the same nonce, which counts once.
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

  /// What is asked for at once, and once, after a refusal; `nil` where asking again is of no use.
  private func nextKind(
    after error: LicenseActivationError, to pending: LicenseRecord.Pending, isNew: Bool
  ) -> LicenseEndpoint? {
    // The activation that is to be renewed, or that an earlier request made, has ended: it takes another one.
    if error.refusal == .notActivated { return .activate }
    // The answer to a request that was made long ago has expired since: it is time for another request.
    return !isNew && error.rejections.first?.code == .expired ? pending.kind : nil
  }

  /// The request in flight, or a new one, remembered.
  /// - Parameters:
  ///   - license: What is held: a request to renew or to give back names the device as that does.
  ///   - whileStored: Whether the document that is stored is the one to ask with.
  /// - Returns: `nil` where it is not.
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
      // A renewal counts for nothing, however often it is asked for; an activation does.
      guard kind == .renew else { throw LicenseActivationError(error) }
      return (made, isNew: true)
    }
  }

  /// Sends a request and judges the form of what comes.
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
      // Then the old one is sent again, and refused again.
      logger.warning(
        "licence request not forgotten",
        metadata: ["license.profile": "\(profile)", "error.code": "\(error.code.rawValue)"])
    }
  }

  /// As it was remembered: the same nonce comes with the same facts, whatever the device has gained since.
  func request(_ pending: LicenseRecord.Pending, license: String?) -> LicenseRequest {
    LicenseRequest(
      kind: pending.kind, profile: profile, product: product, nonce: pending.nonce, created: pending.created,
      sdk: sdkVersion, device: pending.device, registeredUsers: holder.registeredUsers, license: license)
  }

  /// Verifies a document that answers a request: it is for this device, and names exactly the facts that the
  /// request named. One that names fewer, or other ones beside, could be good on other devices too.
  /// - Parameter pending: The request; `nil` where it is not known which one it answers.
  func verify(
    _ document: String, answering pending: LicenseRecord.Pending?, on device: DeviceFingerprint
  ) async throws(LicenseActivationError) -> VerifiedLicense {
    let now = clock.now()
    let expected = expectation(device, nonce: pending?.nonce)
    var verdict = await verifier.verify(document, at: now, expecting: expected).verdict
    // The server's clock may be ahead by as much as clocks differ.
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
      // Only the authority's signature ends a licence: a proxy, or a server that was taken over, has none.
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
        remedy: "Check what lies between it and this device.")
    }
  }
}

extension LicenseRejection {
  fileprivate static let otherFacts = LicenseRejection(
    .device, reason: "it names other facts of the device than the request did.",
    remedy: "Tell whoever runs the licence server: a licence names what its request named, and nothing else.")
}
