// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

extension CardLink {
  /// Ends the connection with that done to the card, where another program lets it within that time.
  /// - Returns: why it was not done. The connection has ended all the same.
  func dispose(_ disposition: CardDisposition, isShared: Bool, within limit: Duration) async -> CardError? {
    var (wanted, refusal) = (disposition, CardError?.none)
    do throws(CardError) {
      // Done while another has a transaction it would wait without end: it is not done at all then.
      if disposition != .leave, isShared { try await begin(timeout: limit) }
    } catch {
      // Somebody else has reset it, and may be at work. What else fails is told by the end of the connection,
      // but that somebody keeps the card: what is done to it then is nothing, whatever the end answers.
      if error.code == .timeout || error.code == .busy {
        wanted = .leave
        refusal = CardError(
          .busy, place: error.place,
          reason: "another program has a transaction with the card: it is as it was.",
          remedy: "Try again once it is done, or close that program.")
      } else if error.hasForgottenPINs, disposition == .reset {
        wanted = .leave
      }
    }
    do throws(CardError) {
      try await disconnect(wanted)
      return refusal
    } catch {
      return refusal != nil ? refusal : wanted == .leave || error.hasForgottenPINs ? nil : error
    }
  }
}
