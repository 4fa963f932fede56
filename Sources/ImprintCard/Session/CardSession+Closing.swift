// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// The end of a session, and of what the card knows by then.
extension CardSession {
  /// Ends the session; each later call throws `closed`. A session that is let go without it leaves the card
  /// as it is.
  ///
  /// A command that is on its way is waited for, and another program's transaction where the card is to be
  /// reset, each as long as ``CardSessionOptions/wait``.
  /// - Parameter disposition: `nil`, the default, resets the card where a PIN may have been verified through
  ///   this session, so that it is not there for whoever comes next; else leaves it as it is.
  /// - Returns: why that could not be done to the card, so that its PINs may still be verified, for whoever
  ///   has it now; `nil` where it was done. The session is over either way.
  @discardableResult
  public func close(_ disposition: CardDisposition? = nil) async -> CardError? {
    finish(
      CardError(
        .closed, place: reader, reason: "the session was closed.", remedy: "Open a new one."))
    // What was begun is done before it is said to be.
    if let suspending { return await suspending.value }
    if let resuming { _ = await resuming.value }
    let isHeld = isHeldHere
    let hasTurn =
      isHeld
      ? false
      : await turns.take(until: ContinuousClock.now + options.wait, isCancellable: false) == .mine
    defer { if hasTurn { turns.give() } }
    guard let connection = leftover else {
      // Suspended, and what was to be done then was not.
      return mayBeVerified ? undone : nil
    }
    leftover = nil
    let wanted = disposition ?? (mayBeVerified ? .reset : .leave)
    let failure = await dispose(of: connection.link, wanted, within: options.wait)
    if wanted != .leave, failure == nil { hasVerified = false }
    return failure
  }

  /// Ends a connection with that done to the card, where another program lets it within that time.
  /// - Returns: why it was not done. The connection has ended all the same.
  func dispose(
    of link: any CardLink, _ disposition: CardDisposition, within limit: Duration
  ) async -> CardError? {
    let isShared = options.share == .shared
    // A task of its own: whoever is cancelled closes all the same.
    let failure = await Task { () -> CardError? in
      var wanted = disposition
      do throws(CardError) {
        // Done while another has a transaction it would wait without end: it is not done at all then.
        if disposition != .leave, isShared { try await Self.begin(link, within: limit) }
      } catch {
        // Somebody else has reset it, and may be at work. What else fails is told by the end of the
        // connection.
        if error.hasForgottenPINs, disposition == .reset { wanted = .leave }
      }
      do throws(CardError) {
        try await link.disconnect(wanted)
        return nil
      } catch {
        return wanted == .leave || error.hasForgottenPINs ? nil : error
      }
    }.value
    return failure.map { error in
      CardError(
        error.code, place: reader, reason: "the card was not reset: \(error.reason)",
        remedy: "PINs may still be verified, for whoever has the card now: take it out, or reset it.")
    }
  }

  private static func begin(_ link: any CardLink, within limit: Duration) async throws(CardError) {
    let deadline = ContinuousClock.now + limit
    while true {
      let left = deadline - ContinuousClock.now
      do throws(CardError) {
        return try await link.begin(timeout: max(.zero, min(left, .milliseconds(200))))
      } catch  where error.code == .timeout && left > .milliseconds(200) {
      }
    }
  }
}
