// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why an operation on a card or its reader failed. No error contains a command's or a response's data.
///
/// A wrong PIN is not an error but a result: ``PINOutcome``.
public struct CardError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A command, or part of one, that is invalid by ISO/IEC 7816-4. Nothing was sent.
    case command
    /// The card's response is invalid. Whether the command was executed is unknown.
    case response
    /// Data of the card (ATR, data objects, file control information) does not conform to the standard.
    case cardData = "card-data"
    /// The card refused; see ``CardError/status``.
    case refused = "card-refused"
    /// Another program has reset the card: selections and PIN verifications are lost. The session has ended.
    case cardWasReset = "card-was-reset"
    /// There is no card in the reader, or it was removed.
    case cardMissing = "card-missing"
    /// The card does not respond.
    case cardMute = "card-mute"
    /// There is no reader of that name, or none at all.
    case readerMissing = "reader-missing"
    /// The reader was unplugged.
    case readerGone = "reader-gone"
    /// Another program has exclusive access to the card, or a transaction.
    case busy = "reader-busy"
    /// This process may not use the reader: by system permissions, or by the licence.
    case denied = "reader-denied"
    /// The reader reports an error.
    case readerFailed = "reader-failed"
    /// The system's smart card service is not running.
    case service
    /// Not supported by reader, card or plugin.
    case unsupported
    /// The operation timed out.
    case timeout
    /// It was cancelled.
    case cancelled
    /// The machine was suspended, or ``CardSession/suspend()`` was called: the card has lost power and state.
    case suspended
    /// The session was closed, or is not open.
    case closed
    /// Secure messaging has failed before, so this command was not sent: establish new keys.
    case protection
    /// The plugin failed or misbehaved.
    case plugin

    fileprivate var isBeforeSending: Bool {
      [.command, .cancelled, .busy, .cardWasReset, .denied, .protection].contains(self)
    }
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String
  /// The card's status word, if any.
  public let status: StatusWord?
  /// Whether the card has certainly not received the failed command.
  public let nothingWasSent: Bool

  /// - Parameter nothingWasSent: `nil`: as implied by the code.
  public init(
    _ code: Code, place: String, reason: String, remedy: String, status: StatusWord? = nil,
    nothingWasSent: Bool? = nil
  ) {
    self.code = code
    self.nothingWasSent = nothingWasSent ?? code.isBeforeSending
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.status = status
  }

  /// Whether a retry of the same call may succeed.
  public var isRetryable: Bool { code == .busy || code == .timeout }

  /// Whether the session has ended: open a new one.
  public var endsSession: Bool {
    switch code {
    case .cardWasReset, .cardMissing, .readerGone, .service, .closed, .plugin: true
    default: false
    }
  }

  /// The same of a command that the card has received, or a part of it, whatever the code implies.
  var afterSending: CardError {
    guard nothingWasSent else { return self }
    return CardError(
      code, place: place, reason: reason,
      remedy: "The card has received the command: find out what it did before you send it again.",
      status: status, nothingWasSent: false)
  }

  static func command(_ reason: String, place: String = "command") -> CardError {
    CardError(.command, place: place, reason: reason, remedy: "Correct the command. Nothing was sent.")
  }

  static func response(_ reason: String, place: String) -> CardError {
    CardError(
      .response, place: place, reason: reason,
      remedy: "Do not trust this card: reset it, and try another one.")
  }

  static func data(_ place: String, _ reason: String) -> CardError {
    CardError(
      .cardData, place: place, reason: reason,
      remedy: "The card's data is damaged, or follows another standard: read the bytes themselves.")
  }

  /// A refusal, by the card's status word.
  static func refused(_ status: StatusWord, by command: CommandAPDU) -> CardError {
    CardError(
      .refused, place: "\(CardInstruction.name(of: command.ins)) (INS \(Hex.text([command.ins])))",
      reason: "the card answers \(status): \(status.meaning)", remedy: status.remedy, status: status)
  }

  static let cardWasReset = CardError(
    .cardWasReset, place: "card",
    reason:
      "somebody else has reset the card; what was selected, and each PIN that was verified, is forgotten.",
    remedy: "Open a new session, select and verify anew. Use a transaction where commands belong together.")
}
