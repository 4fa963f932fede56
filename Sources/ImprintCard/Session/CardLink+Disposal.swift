// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

extension CardLink {
  /// Ends the connection with a disposition of the card, unless another program prevents it within that time.
  /// - Returns: why the disposition failed. The connection has ended nevertheless.
  func dispose(_ disposition: CardDisposition, isShared: Bool, within limit: Duration) async -> CardError? {
    var (wanted, refusal) = (disposition, CardError?.none)
    do throws(CardError) {
      // It would block while another program has a transaction: then it is skipped.
      if disposition != .leave, isShared { try await begin(timeout: limit) }
    } catch {
      // Another program has reset it, and may be using it. Other failures are reported on disconnecting,
      // except that another program holds the card: then the disposition has no effect, whatever
      // disconnecting returns.
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
