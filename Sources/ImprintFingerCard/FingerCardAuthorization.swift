// SPDX-License-Identifier: Apache-2.0
public import ImprintCard
internal import ImprintModel

/// What shows a card the right to change its fingers, before one is stored or removed.
public struct FingerCardAuthorization: Sendable {
  let show: @Sendable (any CardCommanding) async throws -> Void

  /// An application's own: keys, say.
  /// - Parameter show: runs in the same transaction, once the application is selected.
  public init(_ show: @escaping @Sendable (any CardCommanding) async throws -> Void) { self.show = show }

  /// A PIN, which is sent once for each change.
  ///
  /// The change then throws ``FingerCardError`` `wrongPIN` or `pinBlocked` where the card does not take it,
  /// and nothing of the finger was sent.
  public static func pin(_ pin: CardPIN, reference: UInt8) -> FingerCardAuthorization {
    FingerCardAuthorization { card in
      switch try await card.verify(pin, reference: reference) {
      case .verified: return
      case .wrong(let left):
        throw FingerCardError(
          .wrongPIN, place: "PIN \(reference)",
          reason: left.map { "the card does not take it; \($0) tries are left." }
            ?? "the card does not take it.",
          remedy: "Ask the person for it again; do not try by program.")
      case .blocked:
        throw FingerCardError(
          .pinBlocked, place: "PIN \(reference)", reason: "it is blocked: there were too many wrong tries.",
          remedy: "Unblock it with the unblocking code (RESET RETRY COUNTER).")
      }
    }
  }
}
