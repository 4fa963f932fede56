// SPDX-License-Identifier: Apache-2.0
internal import ImprintCard
public import ImprintFinger
public import ImprintFingerCapture

/// One finger of a card that compares by ISO/IEC 7816-4 and 7816-11:
/// ``FingerCard/edge(reference:of:carrier:)`` makes it.
///
/// Each call is one transaction of the session, in which the application is selected, if there is one: most
/// cards forget then what was verified before. Calls are serialized by the session.
///
/// A finger is sent once. Where its answer is lost, ``verify(_:)`` throws `answerLost` and sends nothing
/// more: ask for the ``state()``, and then the person.
public struct ISOFingerCardEdge: FingerCardEdge {
  /// How a card takes minutiae.
  public enum Carrier: String, Sendable, Hashable, CaseIterable {
    /// As a template of data objects, `7F2E` with the minutiae in `81`.
    case template
    /// As one data object, `5F2E`.
    case plain
  }

  /// What the card says of the finger.
  public let information: BiometricInformation
  public let templateType: FingerTemplateType
  public let carrier: Carrier
  let access: FingerCardAccess

  /// P2 of VERIFY; 0 where the card gives the finger no reference.
  public var reference: UInt8 { information.reference ?? 0 }

  /// Asks for the state by an empty VERIFY (`00 20`), which no card counts.
  /// - Returns: `notVerified(attemptsLeft: nil)` of a card that does not answer such a question.
  /// - Throws: `CardError`.
  public func state() async throws -> FingerCardState {
    let reference = reference
    return try await access.together { card in try await Self.state(of: reference, on: card) }
  }

  static func state(of reference: UInt8, on card: any CardCommanding) async throws -> FingerCardState {
    // An odd instruction always carries data, so the question has the even one.
    let status = try await card.send(CommandAPDU(ins: CardInstruction.verify, p2: reference)).status
    switch status {
    case .done: return .verified
    case .authenticationBlocked: return .blocked
    case _ where status.rawValue == 0x6984: return .empty
    case _ where status.triesLeft == 0: return .blocked
    default: return .notVerified(attemptsLeft: status.triesLeft)
    }
  }

  /// The minutiae of a template as this finger takes them.
  func minutiae(of payload: [UInt8]) throws(FingerCardError) -> CompactCard {
    try FingerCardTemplate.minutiae(of: payload, type: templateType, for: information)
  }
}
