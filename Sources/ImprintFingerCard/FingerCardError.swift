// SPDX-License-Identifier: Apache-2.0
internal import ImprintCard
internal import ImprintFinger
public import ImprintModel

/// Why a card does not compare a finger, or does not hold one. No error contains a minutia.
///
/// Where the card or its reader fails before anything was sent that counts, it is a `CardError` of
/// ImprintCard.
public typealias FingerCardError = Explained<FingerCardErrorCode>

public enum FingerCardErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The card says of no finger that it compares it.
  case noFingers = "no-fingers"
  /// What the card says of itself is no biometric information, or contradicts itself.
  case badInformation = "bad-information"
  /// None of its fingers takes minutiae in the compact card format.
  case unsupportedFormat = "unsupported-format"
  /// It has several fingers, and none was named; or none of that reference.
  case whichFinger = "which-finger"
  /// The template is none of the type that is said, or is damaged.
  case badTemplate = "bad-template"
  /// The template has fewer minutiae than the card takes.
  case tooFewMinutiae = "too-few-minutiae"
  /// The card holds no finger there.
  case notEnrolled = "not-enrolled"
  /// The PIN that allows a change was wrong. Nothing of the finger was sent.
  case wrongPIN = "wrong-pin"
  /// The PIN that allows a change is blocked. Nothing of the finger was sent.
  case pinBlocked = "pin-blocked"
  /// A right is missing: a PIN or a key that the card wants first.
  case notAllowed = "not-allowed"
  /// The card's memory has no room.
  case noRoom = "no-room"
  /// The card does not know this command, or does not take it here.
  case unsupported
  /// The card refused for another reason, which its status word says.
  case refused = "card-refused"
  /// The card answered what no card may. Whether it has counted an attempt is not known.
  case badAnswer = "bad-answer"
  /// The card's counter did not go down with an attempt that failed, so that it limits nothing. Seen only
  /// where the card said before how many were left.
  case counterRose = "counter-rose"
  /// The command was sent, and no answer came: the card was torn out, say. It is not sent again, as the card
  /// may have counted the attempt, or stored the finger.
  case answerLost = "answer-lost"
}

extension FingerCardError {
  /// What the card says of itself, by the byte.
  static func information(_ error: FingerFormatError, in object: String) -> FingerCardError {
    FingerCardError(
      .badInformation, place: "data object \(object): \(error.place)", reason: error.reason,
      remedy: "Read it again; where it stays the same, the card is at fault: use another.")
  }

  static func template(_ error: FingerFormatError) -> FingerCardError {
    FingerCardError(error.code == .tooFewMinutiae ? .tooFewMinutiae : .badTemplate, error)
  }

  /// What to do where the card may have done what it was sent.
  static let sentOnce =
    "It is not sent again, as the card may have done it. Open a new session, and ask for the state "
    + "(sdkctl card bio info) before anything else."

  /// A status word that says no to a command.
  static func refused(_ status: StatusWord, by command: CommandAPDU) -> FingerCardError {
    let isOnce = [CardInstruction.verifyObject, CardInstruction.putDataObject].contains(command.ins)
    let (code, remedy): (FingerCardErrorCode, String?) =
      switch status.rawValue {
      // Errors in the course of it, after which others would be told to try again.
      case _ where isOnce && [0x64, 0x65, 0x66, 0x6C, 0x6F].contains(status.sw1): (.refused, sentOnce)
      case 0x6984, 0x6A83, 0x6A88:
        (.notEnrolled, "Store a finger on the card first (sdkctl card bio enroll).")
      case 0x6982 where command.ins != CardInstruction.putDataObject:
        (
          .notAllowed,
          "Show the right in the same session first, by an application of your own that reads the card "
            + "without selecting anything (application: nil)."
        )
      case 0x6982, 0x6985: (.notAllowed, nil)
      case 0x6A84: (.noRoom, nil)
      case 0x6A80, 0x6700, 0x6A85, 0x6A87:
        (.refused, "Compare what the card says of itself (sdkctl card bio info) with its documentation.")
      case 0x6A81, 0x6A86, 0x6B00, 0x6D00, 0x6E00, 0x6884: (.unsupported, nil)
      default: (.refused, nil)
      }
    return FingerCardError(
      code, place: command.place, reason: "the card answers \(status): \(status.meaning)",
      remedy: remedy ?? status.remedy)
  }

  static func badAnswer(_ reason: String, to command: CommandAPDU) -> FingerCardError {
    FingerCardError(
      .badAnswer, place: command.place, reason: reason,
      remedy: "Do not trust this card: take it out, and use another.")
  }
}

extension CommandAPDU {
  /// The command's name and header: nothing of its data.
  var place: String {
    let header = Hex.text([cla.rawValue, ins, p1, p2], separator: " ")
    return "\(CardInstruction.name(of: ins)) (\(header))"
  }
}
