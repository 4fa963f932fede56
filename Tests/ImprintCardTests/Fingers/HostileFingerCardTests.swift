// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintFinger
import ImprintFingerCapture
import ImprintFingerCard
import ImprintModel
import ImprintRuntime
import ImprintVirtualCard
import Synchronization
import Testing

/// Cards that lie about fingers, and what is left of a finger afterwards.
@Suite(.timeLimit(.minutes(1))) struct HostileFingerCardTests {
  private static let finger = BiometricInformation(reference: 2, minutiae: 8...60, order: .ascendingXY)

  /// A card that says the truth of itself, and answers the question and the finger as a test says.
  private static func card(
    state: [UInt8] = [0x63, 0xC3], verify: [UInt8] = [0x90, 0x00], store: [UInt8] = [0x90, 0x00],
    information: [UInt8]? = nil
  ) throws -> ScriptedCard {
    let said = try information ?? BiometricInformation.group([finger])
    return ScriptedCard { _, command throws(CardError) in
      switch command[1] {
      case 0xCA, 0xCB: said + [0x90, 0x00]
      case 0x20: state
      case 0x21: verify
      default: store
      }
    }
  }

  private static func edge(_ card: any CardTransmitting) async throws -> ISOFingerCardEdge {
    try await FingerCard.read(from: CardChannel(over: card)).edge()
  }

  // MARK: What it says of itself

  static let lies: [(information: String, code: FingerCardErrorCode)] = [
    ("", .noFingers), ("7F61 00", .noFingers), ("7F61 03 02 01 00", .noFingers),
    // More than there is, less than there is, and no length.
    ("7F61 30 02 01 01 7F60 05 83 01 02", .badInformation), ("7F61 03 02 01 01", .badInformation),
    ("7F61 80 02 01 01", .badInformation), ("7F61 84 FF FF FF FF", .badInformation),
    // A minimum above the maximum, a maximum of none, an order that there is not, a long reference.
    ("7F60 19 83 01 02 A1 14 81 01 08 87 02 01 01 88 02 00 05 B1 07 81 02 3C 0C 82 01 05", .badInformation),
    ("7F60 19 83 01 02 A1 14 81 01 08 87 02 01 01 88 02 00 05 B1 07 81 02 00 00 82 01 05", .badInformation),
    ("7F60 19 83 01 02 A1 14 81 01 08 87 02 01 01 88 02 00 05 B1 07 81 02 0C 3C 82 01 07", .badInformation),
    ("7F60 0F 83 02 00 02 A1 09 87 02 01 01 88 02 00 05 00", .badInformation),
    // Faces, a format of somebody's own, and two fingers of one reference.
    ("7F60 12 83 01 02 A1 0B 81 01 02 87 02 01 01 88 02 00 05 00 00", .unsupportedFormat),
    ("7F60 0E 83 01 02 A1 08 87 02 01 02 88 02 00 05 00", .unsupportedFormat),
    (
      "7F61 25 02 01 02 7F60 0E 83 01 02 A1 08 87 02 01 01 88 02 00 05 00 7F60 0E 83 01 02 A1 08 87 02 01 01 "
        + "88 02 00 05 00", .badInformation
    ),
    ("FF FF FF FF", .noFingers), ("90 00", .noFingers), ("7F60 00", .badInformation),
  ]

  @Test(arguments: lies.indices) func whatIsNoInformationIsRefusedByItsName(index: Int) async throws {
    let information = try #require(Hex.bytes(Self.lies[index].information))
    let card = try Self.card(information: information)
    #expect(await fingerCode { _ = try await Self.edge(card) } == Self.lies[index].code)
    // It is asked once for what it has, and no finger is sent.
    #expect(card.commands.count <= 3 && !card.commands.contains { $0[1] == 0x21 })
  }

  @Test func aGroupWithoutItsTagIsTaken() async throws {
    let value = [0x02, 0x01, 0x01] + Self.finger.bytes
    #expect(try await Self.edge(Self.card(information: value)).information == Self.finger)
    #expect(try await Self.edge(Self.card(information: Self.finger.bytes)).information == Self.finger)
  }

  @Test(arguments: [0x6A88, 0x6D00, 0x6A86] as [UInt16])
  func aCardIsAskedInThreeWaysAndThenHasNoFingers(status: UInt16) async throws {
    let card = ScriptedCard(.t1, [UInt8(status >> 8), UInt8(status & 0xFF)])
    #expect(await fingerCode { _ = try await Self.edge(card) } == .noFingers)
    #expect(card.commands.map { $0[1] } == [0xCA, 0xCB, 0xCA])
    // So is one that has an object with nothing in it.
    for empty: [UInt8] in [[], [0x7F, 0x61, 0x00]] {
      let hollow = ScriptedCard(.t1, empty + [0x90, 0x00])
      #expect(await fingerCode { _ = try await Self.edge(hollow) } == .noFingers)
      #expect(hollow.commands.count == 3)
    }
    // What is refused for another reason is told at once.
    let closed = ScriptedCard(.t1, [0x69, 0x82])
    #expect(await fingerCode { _ = try await Self.edge(closed) } == .notAllowed)
    #expect(closed.commands.count == 1)
  }

  @Test(arguments: [0x6A80, 0x6700, 0x6985, 0x6986] as [UInt16])
  func aFormThatIsRefusedIsFollowedByTheNext(status: UInt16) async throws {
    let refusal = [UInt8(status >> 8), UInt8(status & 0xFF)]
    let known = ScriptedCard { _, command throws(CardError) in
      command[3] == 0x60 ? Self.finger.bytes + [0x90, 0x00] : refusal
    }
    #expect(try await Self.edge(known).information == Self.finger)
    // Where none is answered, the first refusal is told.
    let none = ScriptedCard { number, _ throws(CardError) in number == 0 ? refusal : [0x6A, 0x88] }
    #expect(
      await fingerCode { _ = try await Self.edge(none) } == (status == 0x6985 ? .notAllowed : .refused))
    #expect(none.commands.count == 3)
  }

  @Test func aRightThatReadingOrComparingNeedsIsShownByTheApplication() async throws {
    func remedy(_ work: () async throws -> Void) async -> String {
      do { try await work() } catch { return (error as? FingerCardError)?.remedy ?? "" }
      return ""
    }
    let closed = ScriptedCard(.t1, [0x69, 0x82])
    #expect(await remedy { _ = try await Self.edge(closed) }.contains("application: nil"))
    let edge = try await Self.edge(Self.card(verify: [0x69, 0x82], store: [0x69, 0x82]))
    #expect(
      await remedy { _ = try await edge.verify(DrawnMinutiae.template(1)) }.contains("application: nil"))
    #expect(await !remedy { try await edge.store(DrawnMinutiae.template(1)) }.contains("application: nil"))
  }

  @Test func aCardThatAlwaysHasMoreEndsInAnErrorWithoutAFinger() async throws {
    let card = ScriptedCard { _, command throws(CardError) in
      command[1] == 0xC0 ? [0x00, 0x61, 0xFF] : [0x61, 0xFF]
    }
    let failure = await code { () throws(CardError) in
      do { _ = try await Self.edge(card) } catch let error as CardError { throw error } catch {}
    }
    #expect(failure == .response)
    #expect(card.commands.count <= 520)
  }

  @Test func aVerdictThatNeverEndsIsNoVerdict() async throws {
    let said = try BiometricInformation.group([Self.finger])
    let card = ScriptedCard { _, command throws(CardError) in
      switch command[1] {
      case 0xCA: said + [0x90, 0x00]
      case 0x20: [0x63, 0xC3]
      case 0xC0: [0x00, 0x61, 0xFF]
      default: [0x61, 0xFF]
      }
    }
    let edge = try await Self.edge(card)
    #expect(await fingerCode { _ = try await edge.verify(DrawnMinutiae.template(1)) } == .badAnswer)
    #expect(card.commands.filter { $0[1] == 0x21 }.count == 1)
  }

  @Test func whatIsRefusedForAnOrderOrACountIsTakenWithARightOne() async throws {
    let right = "7F60 19 83 01 02 A1 14 81 01 08 87 02 01 01 88 02 00 05 B1 07 81 02 0C 3C 82 01 05"
    let information: [UInt8] = try #require(Hex.bytes(right))
    let edge = try await Self.edge(Self.card(information: information))
    #expect(edge.information.minutiae == 12...60 && edge.reference == 2)
  }

  @Test func whateverACardAnswersAFingerIsSentOnce() async throws {
    var random = SplitMix(state: 1815)
    let said = try BiometricInformation.group([Self.finger])
    var sent = 0
    for _ in 0..<2000 {
      // Bytes of a right answer, some of them changed, then any.
      let answers = (0..<6).map { index -> [UInt8] in
        var bytes =
          index == 0
          ? said + [0x90, 0x00]
          : (0..<Int.random(in: 0...4, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            + random.pick([[0x90, 0x00], [0x63, 0xC2], [0x61, 0x02], [0x6C, 0x02], [0x69, 0x83], []])
        if random.chance(30), let at = bytes.indices.randomElement(using: &random) {
          bytes[at] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
      }
      let card = ScriptedCard { number, _ throws(CardError) in answers[min(number, answers.count - 1)] }
      if let edge = try? await Self.edge(card) {
        _ = try? await edge.verify(DrawnMinutiae.template(1))
      }
      let fingers = card.commands.count { $0[1] == 0x21 && $0[0] & 0x10 == 0 }
      #expect(fingers <= 1)
      sent += fingers
    }
    #expect(sent > 200, "\(sent) of 2000 were asked to compare")
  }

  // MARK: Its verdict

  static let verdicts: [(state: [UInt8], verify: [UInt8], outcome: String)] = [
    ([0x63, 0xC3], [0x90, 0x00], "matches"), ([0x90, 0x00], [0x90, 0x00], "matches"),
    ([0x63, 0xC3], [0x63, 0xC2], "refused 2"), ([0x63, 0xC1], [0x63, 0xC0], "refused 0"),
    ([0x63, 0xC3], [0x69, 0x83], "blocked"), ([0x63, 0xC3], [0x63, 0x00], "refused nil"),
    ([0x6A, 0x88], [0x63, 0xC2], "refused 2"), ([0x6D, 0x00], [0x90, 0x00], "matches"),
    // A counter that goes up, or stands still.
    ([0x63, 0xC1], [0x63, 0xCF], "counter-rose"), ([0x63, 0xC3], [0x63, 0xC3], "counter-rose"),
    // Data beside a verdict, and half of one.
    ([0x63, 0xC3], [0x01, 0x90, 0x00], "bad-answer"), ([0x63, 0xC3], [0x90], "bad-answer"),
    ([0x63, 0xC3], [], "bad-answer"), ([0x63, 0xC3], [0x50, 0x00], "bad-answer"),
    ([0x63, 0xC3], [0x69, 0x82], "not-allowed"), ([0x63, 0xC3], [0x69, 0x84], "not-enrolled"),
    ([0x63, 0xC3], [0x6D, 0x00], "unsupported"), ([0x63, 0xC3], [0x6A, 0x80], "card-refused"),
    ([0x63, 0xC3], [0x6C, 0x10], "card-refused"), ([0x63, 0xC3], [0x62, 0x00], "card-refused"),
    ([0x63, 0xC3], [0x91, 0x00], "card-refused"), ([0x69, 0x84], [0x90, 0x00], "not-enrolled"),
    ([0x63, 0xC0], [0x90, 0x00], "blocked"), ([0x69, 0x83], [0x90, 0x00], "blocked"),
  ]

  @Test(arguments: verdicts.indices) func onlyAVerdictIsOneAndAFingerIsSentOnce(index: Int) async throws {
    let (state, verify, outcome) = Self.verdicts[index]
    let card = try Self.card(state: state, verify: verify)
    let edge = try await Self.edge(card)
    var found: String
    do {
      switch try await edge.verify(DrawnMinutiae.template(1)) {
      case .matches: found = "matches"
      case .refused(let left): found = "refused \(left.map { "\($0)" } ?? "nil")"
      case .blocked: found = "blocked"
      }
    } catch let error as FingerCardError {
      found = error.code.rawValue
      #expect(!error.place.isEmpty && error.reason.hasSuffix(".") && error.remedy.hasSuffix("."))
    }
    #expect(found == outcome)
    #expect(card.commands.filter { $0[1] == 0x21 }.count <= 1)
  }

  @Test(arguments: [0x6C10, 0x6400, 0x6401, 0x6581, 0x6600, 0x6F00] as [UInt16])
  func noRemedyTellsToSendAFingerAgain(status: UInt16) async throws {
    let answer = [UInt8(status >> 8), UInt8(status & 0xFF)]
    let edge = try await Self.edge(Self.card(verify: answer, store: answer))
    func remedy(_ work: () async throws -> Void) async -> String? {
      do { try await work() } catch { return (error as? FingerCardError)?.remedy }
      return nil
    }
    let verifying = await remedy { _ = try await edge.verify(DrawnMinutiae.template(1)) }
    let storing = await remedy { try await edge.store(DrawnMinutiae.template(1)) }
    #expect(verifying?.hasPrefix("It is not sent again") == true && storing == verifying)
  }

  static let changes: [(status: [UInt8], code: FingerCardErrorCode?)] = [
    ([0x90, 0x00], nil), ([0x69, 0x82], .notAllowed), ([0x69, 0x85], .notAllowed), ([0x6A, 0x84], .noRoom),
    ([0x6D, 0x00], .unsupported), ([0x6A, 0x81], .unsupported), ([0x65, 0x81], .refused),
    ([0x6A, 0x80], .refused), ([0x00, 0x90, 0x00], .badAnswer), ([0x90], .badAnswer),
    ([0x63, 0xC2], .refused),
  ]

  @Test(arguments: changes.indices) func aChangeIsSentOnceAndDoneOnlyIfTheCardSaysSo(index: Int) async throws
  {
    let card = try Self.card(store: Self.changes[index].status)
    let edge = try await Self.edge(card)
    #expect(await fingerCode { try await edge.store(DrawnMinutiae.template(1)) } == Self.changes[index].code)
    #expect(await fingerCode { try await edge.remove() } == Self.changes[index].code)
    #expect(card.commands.filter { $0[1] == 0xDB }.count == 2)
  }

  // MARK: Lost and cancelled

  /// What is sent until a finger is verified: SELECT, question, finger.
  private static let verification: [UInt8] = [0xA4, 0x20, 0x21]

  private static func selecting(_ card: any CardTransmitting) async throws -> ISOFingerCardEdge {
    try await FingerCard.read(from: CardChannel(over: card), application: VirtualCard.application).edge()
  }

  @Test(arguments: [0, 1, 2]) func aCardThatIsTakenOutAtAnyStepIsToldAsSuch(step: Int) async throws {
    let software = VirtualCard(.comparing())
    // SELECT and GET DATA come first.
    let scripted = ScriptedCard { number, command throws(CardError) in
      guard number < 2 + step else {
        throw CardError(.cardMissing, place: "card", reason: "it was taken out.", remedy: "Put it in.")
      }
      return command[1] == 0x20 ? [0x63, 0xC3] : software.respond(to: command)
    }
    let edge = try await Self.selecting(scripted)
    let error = await #expect(throws: (any Error).self) { try await edge.verify(DrawnMinutiae.template(1)) }
    #expect((error as? FingerCardError)?.code == (step == 2 ? .answerLost : nil))
    #expect((error as? CardError)?.code == (step == 2 ? nil : .cardMissing))
    #expect(scripted.commands.dropFirst(2).map { $0[1] } == Array(Self.verification.prefix(step + 1)))
  }

  @Test(arguments: [CardError.Code.cardWasReset, .busy, .denied, .cancelled, .command, .cardMissing])
  func whatIsLostAfterTheFingerWasSentIsTheAnswer(code: CardError.Code) async throws {
    let said = try BiometricInformation.group([Self.finger])
    let card = ScriptedCard { _, command throws(CardError) in
      switch command[1] {
      case 0xCA: return said + [0x90, 0x00]
      case 0x20: return [0x63, 0xC3]
      case 0xC0: throw CardError(code, place: "card", reason: "it went wrong.", remedy: "Try.")
      default: return [0x61, 0x02]
      }
    }
    let edge = try await Self.edge(card)
    #expect(await fingerCode { _ = try await edge.verify(DrawnMinutiae.template(1)) } == .answerLost)
    #expect(await fingerCode { try await edge.store(DrawnMinutiae.template(1)) } == .answerLost)
    #expect(card.commands.map { $0[1] } == [0xCA, 0x20, 0x21, 0xC0, 0xDB, 0xC0])
  }

  @Test(arguments: [0, 1, 2]) func whoCancelsBeforeAnyStepSendsNothingMore(step: Int) async throws {
    let software = VirtualCard(.comparing())
    let scripted = ScriptedCard { number, command throws(CardError) in
      // Cancelled while the command before is on its way.
      if number == 1 + step { withUnsafeCurrentTask { $0?.cancel() } }
      return command[1] == 0x20 ? [0x63, 0xC3] : software.respond(to: command)
    }
    let work = Task {
      let edge = try await Self.selecting(scripted)
      return try await edge.verify(DrawnMinutiae.template(1))
    }
    let error = await #expect(throws: CardError.self) { try await work.value }
    #expect(error?.code == .cancelled && error?.nothingWasSent == true)
    #expect(scripted.commands.dropFirst(2).map { $0[1] } == Array(Self.verification.prefix(step)))
  }

  @Test func whoCancelsWhileTheFingerIsOnItsWayHearsTheVerdict() async throws {
    let said = try BiometricInformation.group([Self.finger])
    let card = ScriptedCard { _, command throws(CardError) in
      if command[1] == 0x21 { withUnsafeCurrentTask { $0?.cancel() } }
      return command[1] == 0xCA ? said + [0x90, 0x00] : command[1] == 0x20 ? [0x63, 0xC3] : [0x63, 0xC2]
    }
    let work = Task { try await Self.edge(card).verify(DrawnMinutiae.template(1)) }
    #expect(try await work.value == .refused(attemptsLeft: 2))
  }

  // MARK: What appears nowhere

  @Test func noErrorNorDescriptionHasAMinutia() async throws {
    let minutiae = try DrawnMinutiae.card(1)
    // The test's own detector sees them where they are.
    #expect(
      Canary.isIn("\(minutiae.bytes)", minutiae)
        && Canary.isIn(Hex.text(minutiae.bytes, separator: " "), minutiae))
    var texts: [String] = []
    func note(_ value: Any) {
      var dumped = ""
      dump(value, to: &dumped)
      texts += ["\(value)", String(reflecting: value), dumped]
    }
    for (state, verify, _) in Self.verdicts {
      let edge = try await Self.edge(Self.card(state: state, verify: verify, store: verify))
      note(edge)
      do { note(try await edge.verify(DrawnMinutiae.template(1))) } catch { note(error) }
      do { try await edge.store(DrawnMinutiae.template(1)) } catch { note(error) }
    }
    var damaged = try DrawnMinutiae.template(1)
    damaged[15] ^= 0xFF
    let edge = try await Self.edge(Self.card())
    do { note(try await edge.verify(damaged)) } catch { note(error) }
    for ins: UInt8 in [0x21, 0xDB] {
      let carrying = try CommandAPDU(ins: ins, data: minutiae.verificationData)
      #expect(!"\(carrying)".contains("\(carrying.data.count)"))
    }
    note(try CommandAPDU(ins: 0x21, p2: 2, data: minutiae.verificationData))
    note(try CommandAPDU(ins: 0xDB, p1: 0x3F, p2: 0xFF, data: minutiae.verificationData))
    note(minutiae)
    #expect(texts.count > 60)
    for text in texts { #expect(!Canary.isIn(text, minutiae), "\(text)") }
  }
}
