// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintFingerCard

struct CardBioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bio", abstract: "Fingers that a card compares itself.",
    discussion: """
      By ISO/IEC 7816-11: minutiae in the compact card format of ISO/IEC 19794-2, as many as the card takes, the \
      best, and in its order. A finger is sent to a card once, and never again, as each attempt counts.
      """,
    subcommands: [
      CardBioInfoCommand.self, CardBioEnrollCommand.self, CardBioStoreCommand.self,
      CardBioRemoveCommand.self, CardBioVerifyCommand.self,
    ])
}

/// Which card has the finger.
struct FingerCardChoice: ParsableArguments {
  @OptionGroup var choice: ReaderChoice

  @Option(
    help: ArgumentHelp(
      "The AID of the application that has the fingers, in hexadecimal digits, selected first; default: what is "
        + "selected.", valueName: "aid"))
  var application: String?

  func validate() throws {
    guard let application else { return }
    guard (1...16).contains(Hex.bytes(application)?.count ?? 0) else {
      throw ValidationError("--application is 1 to 16 bytes in hexadecimal digits.")
    }
  }

  /// Connects to the card, and closes the session whatever becomes of the work.
  func withCard<Value: Sendable>(
    _ global: GlobalOptions, telling console: Console,
    authorization: FingerCardAuthorization? = nil,
    _ work: (FingerCard) async throws -> Value
  ) async throws -> Value {
    let session = try await global.cardReaders(telling: console).session(in: choice.reader)
    let result: Result<Value, any Error>
    do {
      let card = try await FingerCard.read(
        from: session, application: application.flatMap { Hex.bytes($0) }, authorization: authorization)
      result = .success(try await work(card))
    } catch {
      result = .failure(error)
    }
    if let failure = await session.close() {
      console.tell("warning: \(failure.place): \(failure.reason) \(failure.remedy)")
    }
    return try result.get()
  }
}

/// Which of a card's fingers.
struct FingerReferenceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The card's reference of the finger, 0 to 255; default: its only one.", valueName: "number"))
  var reference: UInt8?
}

/// The PIN that allows a card's fingers to be changed.
struct CardPINOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Verify this PIN of the card first, 1 to 255: its characters are the first line of standard input.",
      valueName: "number"))
  var pinReference: UInt8?

  func validate() throws {
    if pinReference == 0 { throw ValidationError("--pin-reference is 1 to 255.") }
  }

  /// Reads the PIN, if one is asked for; it is sent once.
  func authorization() throws -> FingerCardAuthorization? {
    guard let pinReference else { return nil }
    let input = try Files.standardInput(upTo: 4096)
    return .pin(
      try CardPIN(bytes: Array(input.prefix { $0 != 0x0A && $0 != 0x0D })), reference: pinReference)
  }
}

/// A finger that is pressed for a card.
struct PressedFingerOptions: ParsableArguments {
  @Option(help: FingerPressOptions.readerOption)
  var fingerReader: String?

  @OptionGroup var press: FingerPressOptions

  @Option(
    help: ArgumentHelp(
      "What is made of a press: imprint.finger-card, or iso-19794-2-2005, whose qualities say which minutiae are "
        + "the best.", valueName: "type"))
  var templateType: FingerTemplateType = .isoRecord

  var demand: FingerDemand { press.demand(on: fingerReader) }

  func validate() throws {
    try press.check(with: fingerReader)
    guard [.isoCompactCard, .isoRecord].contains(templateType) else {
      throw ValidationError("--template-type is imprint.finger-card or iso-19794-2-2005.")
    }
  }
}

/// A file with a finger: a template as this program writes it, a record, or minutiae of a card in their
/// frame.
struct FingerFile {
  let payload: [UInt8]
  let type: FingerTemplateType

  init(_ path: String) throws {
    let template = try Template(
      fingerFile: Files.read(path, upTo: TemplateEnvelope.maximumBytes), place: path)
    payload = template.payload
    type = FingerTemplateType(rawValue: template.format.algorithm)
  }
}

extension FingerCardState {
  var name: String {
    switch self {
    case .verified: "verified"
    case .notVerified: "not-verified"
    case .blocked: "blocked"
    case .empty: "empty"
    }
  }

  var attemptsLeft: Int? {
    switch self {
    case .notVerified(let left): left
    case .blocked: 0
    case .verified, .empty: nil
    }
  }
}
