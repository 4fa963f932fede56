// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import Synchronization

/// How a card is reached: what is selected before anything else, and what shows it a right.
struct FingerCardAccess: Sendable {
  let card: any CardCommanding
  let application: [UInt8]?
  let authorization: FingerCardAuthorization?

  /// Runs commands that belong together: in one transaction of a session, after the application was selected.
  ///
  /// What the card has answered is returned also where the transaction's end fails: a finger may have been
  /// compared or stored. The session tells of that end from then on.
  func together<Answer: Sendable>(
    _ work: @Sendable (any CardCommanding) async throws -> Answer
  ) async throws -> Answer {
    guard let session = card as? CardSession else { return try await selecting(card, work) }
    let answered = Mutex<Answer?>(nil)
    do {
      return try await session.transaction { card in
        let answer = try await selecting(card, work)
        answered.withLock { $0 = answer }
        return answer
      }
    } catch {
      guard let answer = answered.withLock({ $0 }) else { throw error }
      return answer
    }
  }

  private func selecting<Answer: Sendable>(
    _ card: any CardCommanding, _ work: @Sendable (any CardCommanding) async throws -> Answer
  ) async throws -> Answer {
    if let application { try await card.select(application: application, answering: .none) }
    return try await work(card)
  }
}
