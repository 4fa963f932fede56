// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why something with a card or its reader did not work. No error carries a command's or a response's data.
///
/// A PIN that is wrong is no error but a verdict: ``PINOutcome``.
public struct CardError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A command, or what it is made of, that ISO/IEC 7816-4 does not have. Nothing was sent.
    case command
    /// The card answered what no card may. Whether it has done what it was told is not known.
    case response
    /// Data of the card (ATR, data objects, file control information) is not as the standard says.
    case cardData = "card-data"
    /// The card refused: ``CardError/status`` says how.
    case refused = "card-refused"
    /// Somebody else has reset the card: what was selected and each verified PIN is forgotten. The session is
    /// over.
    case cardWasReset = "card-was-reset"
    /// There is no card in the reader, or it was taken out.
    case cardMissing = "card-missing"
    /// The card does not answer.
    case cardMute = "card-mute"
    /// There is no reader of that name, or none at all.
    case readerMissing = "reader-missing"
    /// The reader was unplugged.
    case readerGone = "reader-gone"
    /// Somebody else has the card: exclusively, or with a transaction.
    case busy = "reader-busy"
    /// This process may not use the reader: by the system's rights, or by the licence.
    case denied = "reader-denied"
    /// The reader answers with an error.
    case readerFailed = "reader-failed"
    /// The system's smart card service does not run.
    case service
    /// Neither reader, card nor plugin can do this.
    case unsupported
    /// The time was up.
    case timeout
    /// It was cancelled.
    case cancelled
    /// The machine slept, or ``CardSession/suspend()`` was called: the card has lost its power and its state.
    case suspended
    /// The session was closed, or is not open.
    case closed
    /// Secure messaging has failed before, so that this command was not sent: agree on keys anew.
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
  /// What the card said, where it said something.
  public let status: StatusWord?
  /// Whether the card has surely not seen the command that failed so.
  public let nothingWasSent: Bool

  /// - Parameter nothingWasSent: `nil` is what the code says of it.
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

  /// Whether the same call may succeed later without anything being mended.
  public var isRetryable: Bool { code == .busy || code == .timeout }

  /// Whether nothing can go on with this session: open a new one.
  public var endsSession: Bool {
    switch code {
    case .cardWasReset, .cardMissing, .readerGone, .service, .closed, .plugin: true
    default: false
    }
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

  /// A refusal in the card's own words.
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
