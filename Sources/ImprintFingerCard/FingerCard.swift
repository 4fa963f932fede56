// SPDX-License-Identifier: Apache-2.0
public import ImprintCard
public import ImprintFinger
public import ImprintFingerCapture
internal import ImprintModel

/// A card that compares fingers itself, by ISO/IEC 7816-11: what it says of them, and an edge for each.
///
/// ```swift fragment
/// let session = try await readers.session()
/// let card = try await FingerCard.read(from: session)
/// let verifier = CardFingerVerifier(try card.edge())
/// ```
public struct FingerCard: Sendable {
  /// What the card compares, in its own order; at least one. No two have the same reference.
  public let fingers: [BiometricInformation]
  let access: FingerCardAccess

  /// Asks a card what it compares: the group of biometric information templates (`7F61`), or the one template
  /// (`7F60`) that it has. No finger is sent, and no attempt counts.
  /// - Parameters:
  ///   - card: a session; else whatever takes commands, which has to be the caller's alone.
  ///   - application: selected first, and before each later use; `nil`: what is selected has the fingers.
  ///   - authorization: shown before a finger is stored or removed; `nil`: the card wants none.
  /// - Throws: ``FingerCardError`` `noFingers`, `badInformation`; `CardError` where the card cannot be asked.
  public static func read(
    from card: any CardCommanding, application: [UInt8]? = nil,
    authorization: FingerCardAuthorization? = nil
  ) async throws -> FingerCard {
    let access = FingerCardAccess(card: card, application: application, authorization: authorization)
    let fingers = try await access.together { card in try await information(of: card) }
    return FingerCard(fingers: fingers, access: access)
  }

  /// The edge of one finger.
  /// - Parameters:
  ///   - reference: the card's for the finger; `nil`: the only one that takes minutiae in the compact card
  ///     format.
  ///   - type: of the templates that it is given: the compact card's, or the record's, whose qualities say
  ///     which minutiae are the best.
  ///   - carrier: how the card takes minutiae.
  /// - Throws: ``FingerCardError`` `unsupportedFormat`, `whichFinger`, `badTemplate` for another type.
  public func edge(
    reference: UInt8? = nil, of type: FingerTemplateType = .isoCompactCard,
    carrier: ISOFingerCardEdge.Carrier = .template
  ) throws(FingerCardError) -> ISOFingerCardEdge {
    guard FingerCardTemplate.types.contains(type) else { throw FingerCardTemplate.otherType(type) }
    return ISOFingerCardEdge(
      information: try finger(reference), templateType: type, carrier: carrier, access: access)
  }

  /// The edge of one of ``fingers``, of templates of the compact card: also of one without a reference.
  /// - Throws: ``FingerCardError`` `unsupportedFormat`.
  public func edge(of finger: BiometricInformation) throws(FingerCardError) -> ISOFingerCardEdge {
    guard finger.takesCompactCard else { throw Self.otherFormat }
    return ISOFingerCardEdge(
      information: finger, templateType: .isoCompactCard, carrier: .template, access: access)
  }

  private func finger(_ reference: UInt8?) throws(FingerCardError) -> BiometricInformation {
    let named = fingers.map { $0.reference.map { "\($0)" } ?? "none" }.joined(separator: ", ")
    if let reference {
      guard let finger = fingers.first(where: { $0.reference == reference }) else {
        throw FingerCardError(
          .whichFinger, place: "reference", reason: "there is no finger \(reference); the card has \(named).",
          remedy: "Name one that it has.")
      }
      guard finger.takesCompactCard else { throw Self.otherFormat }
      return finger
    }
    let able = fingers.filter(\.takesCompactCard)
    guard let first = able.first else { throw Self.otherFormat }
    guard able.count == 1 else {
      throw FingerCardError(
        .whichFinger, place: "reference", reason: "the card has several fingers: \(named).",
        remedy: "Name the one that is meant, by its reference (--reference).")
    }
    return first
  }

  private static let otherFormat = FingerCardError(
    .unsupportedFormat, place: "biometric information",
    reason: "the card takes no minutiae of fingers in the compact card format of ISO/IEC 19794-2.",
    remedy: "Use a card that does, or an edge of your own (FingerCardEdge) for its format.")
}

// MARK: Reading

extension FingerCard {
  private static func information(of card: any CardCommanding) async throws -> [BiometricInformation] {
    var refusal: FingerCardError?
    for question in try Question.all() {
      let response = try await card.send(question.command)
      if question.isUnanswered(response) { continue }
      guard response.status == .done else {
        let refused = FingerCardError.refused(response.status, by: question.command)
        guard question.isForItsForm(response.status) else { throw refused }
        refusal = refusal ?? refused
        continue
      }
      return try check(question.read(response.data), of: question.name)
    }
    if let refusal { throw refusal }
    throw FingerCardError(
      .noFingers, place: "GET DATA", reason: "the card says of no finger that it compares it.",
      remedy: "Select the application that does (--application), or use a card that compares fingers.")
  }

  private static func check(
    _ fingers: [BiometricInformation], of object: String
  ) throws(FingerCardError) -> [BiometricInformation] {
    func lie(_ reason: String) -> FingerCardError {
      FingerCardError(
        .badInformation, place: "data object \(object)", reason: reason,
        remedy: "The card contradicts itself: use another.")
    }
    guard !fingers.isEmpty else {
      throw FingerCardError(
        .noFingers, place: "data object \(object)", reason: "the card's group of fingers is empty.",
        remedy: "Use a card that compares fingers.")
    }
    guard Set(fingers.map(\.reference)).count == fingers.count else {
      throw lie("two of its fingers have the same reference.")
    }
    if fingers.contains(where: { $0.takesCompactCard && $0.demand.minutiae.upperBound == 0 }) {
      throw lie("it takes no minutiae at all.")
    }
    return fingers
  }
}

/// A way to ask a card for its biometric information.
private struct Question {
  let name: String
  let command: CommandAPDU
  private let tag: BERTag

  /// The group first, by both forms of GET DATA, then the one template.
  static func all() throws(CardError) -> [Question] {
    let (group, one): (BERTag, BERTag) = (0x7F61, 0x7F60)
    return [
      Question(
        name: "7F61",
        command: try CommandAPDU(ins: CardInstruction.getData, p1: 0x7F, p2: 0x61, expected: 256), tag: group),
      Question(
        name: "7F61",
        command: try CommandAPDU(
          ins: CardInstruction.getDataObject, p1: 0x3F, p2: 0xFF, data: [0x5C, 0x02, 0x7F, 0x61],
          expected: 256), tag: group),
      Question(
        name: "7F60",
        command: try CommandAPDU(ins: CardInstruction.getData, p1: 0x7F, p2: 0x60, expected: 256), tag: one),
    ]
  }

  /// Whether the card does not have the object, or nothing in it, or does not know this form of the command.
  func isUnanswered(_ response: ResponseAPDU) -> Bool {
    if response.status == .done { return [[], [0x7F, 0x61, 0x00]].contains(response.data) }
    return [0x6A81, 0x6A82, 0x6A83, 0x6A86, 0x6A88, 0x6B00, 0x6D00, 0x6E00].contains(
      response.status.rawValue)
  }

  /// Whether it may refuse this form of the command alone: then it is asked by the next.
  func isForItsForm(_ status: StatusWord) -> Bool {
    [0x6700, 0x6985, 0x6986, 0x6A80].contains(status.rawValue)
  }

  /// Some cards answer with the object, others with its value alone.
  func read(_ bytes: [UInt8]) throws(FingerCardError) -> [BiometricInformation] {
    let whole = bytes.starts(with: tag.bytes) ? bytes : (try? BERTLV(tag, bytes).bytes) ?? bytes
    do throws(FingerFormatError) { return try BiometricInformation.all(in: whole) } catch {
      throw .information(error, in: name)
    }
  }
}
