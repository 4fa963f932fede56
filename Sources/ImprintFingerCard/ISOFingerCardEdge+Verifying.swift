// SPDX-License-Identifier: Apache-2.0
internal import ImprintCard
internal import ImprintFinger
public import ImprintFingerCapture
internal import ImprintModel

extension ISOFingerCardEdge {
  /// Has the card compare a finger: asks how many attempts are left, and where there are any sends the best
  /// minutiae, as many as it takes and in its order, by VERIFY (`00 21`), once.
  /// - Throws: before anything is sent, ``FingerCardError`` `badTemplate`, `tooFewMinutiae`, and `CardError`;
  ///   `notEnrolled`, `notAllowed`, `unsupported`, `refused` as the card says; `answerLost`, `badAnswer`,
  ///   `counterRose`, after which nobody should take the finger for verified.
  public func verify(_ payload: [UInt8]) async throws -> FingerCardAnswer {
    let data = carried(try minutiae(of: payload))
    let reference = reference
    return try await access.together { card in
      var before: Int?
      switch try await Self.state(of: reference, on: card) {
      case .blocked: return .blocked
      case .empty: throw FingerCardError.noFinger
      case .notVerified(let left): before = left
      case .verified: break
      }
      let command = try CommandAPDU(ins: CardInstruction.verifyObject, p2: reference, data: data)
      return try Self.answer(try await Self.once(command, on: card), to: command, attemptsBefore: before)
    }
  }

  /// What VERIFY or PUT DATA carries of a finger.
  func carried(_ minutiae: CompactCard) -> [UInt8] {
    switch carrier {
    case .template: minutiae.verificationData
    case .plain: minutiae.plainVerificationData
    }
  }

  private static func answer(
    _ response: ResponseAPDU, to command: CommandAPDU, attemptsBefore before: Int?
  ) throws(FingerCardError) -> FingerCardAnswer {
    let status = response.status
    guard response.data.isEmpty else {
      throw .badAnswer("it answers \(response.data.count) bytes, where a verdict has none.", to: command)
    }
    if status == .done { return .matches }
    if status == .authenticationBlocked { return .blocked }
    if let left = status.triesLeft {
      if let before, left >= before {
        throw FingerCardError(
          .counterRose, place: command.place,
          reason: "it had \(before) attempts left, and says \(left) after one that failed.",
          remedy: "Do not trust this card: nothing keeps anybody from trying fingers on it.")
      }
      return .refused(attemptsLeft: left)
    }
    if status.rawValue == 0x6300 { return .refused(attemptsLeft: nil) }
    throw .refused(status, by: command)
  }

  /// Sends a command that counts or changes something. What is not answered is not sent again, by nobody.
  static func once(_ command: CommandAPDU, on card: any CardCommanding) async throws -> ResponseAPDU {
    do throws(CardError) { return try await card.send(command) } catch {
      if error.nothingWasSent { throw error }
      if error.code == .response { throw FingerCardError.badAnswer(error.reason, to: command) }
      throw FingerCardError(
        .answerLost, place: command.place,
        reason: "no answer came (\(error.code.rawValue)): \(error.reason)",
        remedy: FingerCardError.sentOnce)
    }
  }
}

extension FingerCardError {
  static let noFinger = FingerCardError(
    .notEnrolled, place: "card", reason: "it holds no finger there.",
    remedy: "Store a finger on the card first (sdkctl card bio enroll).")
}
