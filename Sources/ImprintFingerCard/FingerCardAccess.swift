// SPDX-License-Identifier: Apache-2.0
import ImprintCard

/// How a card is reached: what is selected before anything else, and what shows it a right.
struct FingerCardAccess: Sendable {
  let card: any CardCommanding
  let application: [UInt8]?
  let authorization: FingerCardAuthorization?

  /// Runs commands that belong together: in one transaction of a session, after the application was selected.
  func together<Answer: Sendable>(
    _ work: @Sendable (any CardCommanding) async throws -> Answer
  ) async throws -> Answer {
    guard let session = card as? CardSession else { return try await selecting(card, work) }
    return try await session.transaction { card in try await selecting(card, work) }
  }

  private func selecting<Answer: Sendable>(
    _ card: any CardCommanding, _ work: @Sendable (any CardCommanding) async throws -> Answer
  ) async throws -> Answer {
    if let application { try await card.select(application: application, answering: .none) }
    return try await work(card)
  }
}
