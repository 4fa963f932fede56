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

/// The code of an error of a card with fingers; `nil` where none is thrown, or another.
func fingerCode(_ body: () async throws -> Void) async -> FingerCardErrorCode? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? FingerCardError)?.code
  }
}

/// A card that compares fingers, on the card in software.
@Suite(.timeLimit(.minutes(1))) struct FingerCardTests {
  private static func read(
    _ card: any CardTransmitting, application: [UInt8]? = nil, pin: String? = "123456"
  ) async throws -> FingerCard {
    try await FingerCard.read(
      from: CardChannel(over: card), application: application,
      authorization: try pin.map { .pin(try CardPIN($0), reference: 1) })
  }

  @Test(arguments: ISOFingerCardEdge.Carrier.allCases)
  func aFingerIsStoredVerifiedAndRemoved(carrier: ISOFingerCardEdge.Carrier) async throws {
    let card = try await Self.read(ScriptedCard(.t1, VirtualCard(.comparing())))
    #expect(card.fingers.map(\.site) == [.rightIndex])
    let edge = try card.edge(of: .isoRecord, carrier: carrier)
    #expect(edge.reference == 2 && edge.templateType == .isoRecord)
    #expect(try await edge.state() == .empty)
    #expect(await fingerCode { _ = try await edge.verify(DrawnMinutiae.record(1)) } == .notEnrolled)
    try await edge.store(DrawnMinutiae.record(1))
    #expect(try await edge.state() == .notVerified(attemptsLeft: 3))
    #expect(try await edge.verify(DrawnMinutiae.record(1, press: 1)) == .matches)
    #expect(try await edge.state() == .verified)
    #expect(try await edge.verify(DrawnMinutiae.record(2)) == .refused(attemptsLeft: 2))
    try await edge.remove()
    #expect(try await edge.state() == .empty)
    #expect(await fingerCode { try await edge.remove() } == .notEnrolled)
  }

  @Test func otherFingersLeadToABlockAndThenNoFingerIsSentAnyMore() async throws {
    let scripted = ScriptedCard(.t1, VirtualCard(.comparing()))
    let edge = try await Self.read(scripted).edge()
    try await edge.store(DrawnMinutiae.template(1))
    for left in [2, 1, 0] {
      #expect(try await edge.verify(DrawnMinutiae.template(4)) == .refused(attemptsLeft: left))
    }
    let sent = scripted.commands.filter { $0[1] == 0x21 }.count
    #expect(try await edge.verify(DrawnMinutiae.template(1)) == .blocked)
    #expect(try await edge.state() == .blocked)
    #expect(scripted.commands.filter { $0[1] == 0x21 }.count == sent)
  }

  @Test func aVerifierTellsTheCardsVerdictsUntilItIsBlocked() async throws {
    let edge = try await Self.read(ScriptedCard(.t1, VirtualCard(.comparing()))).edge(of: .isoRecord)
    try await edge.store(DrawnMinutiae.record(1))
    let verifier = CardFingerVerifier(edge)
    #expect(verifier.templateTypes == [.isoRecord] && verifier.holdsReferences)
    func probe(_ finger: UInt64) throws -> Template {
      let format = try #require(TemplateFormat(algorithm: edge.templateType.rawValue, version: 1))
      return try #require(
        Template(
          format: format, modality: .finger, site: .rightIndex, quality: nil,
          payload: DrawnMinutiae.record(finger, press: 1)))
    }
    #expect(try await verifier.verify(probe(1), against: []).isMatch)
    for left in [2, 1, 0] {
      let match = try await verifier.verify(probe(2), against: [])
      #expect(!match.isMatch && match.attemptsLeft == left)
    }
    let blocked = await #expect(throws: FingerCaptureError.self) {
      try await verifier.verify(probe(1), against: [])
    }
    #expect(blocked?.code == .comparison)
  }

  @Test func aFingerWithoutMinutiaeReachesNoCard() async throws {
    let said = try BiometricInformation.group([BiometricInformation(reference: 2)])
    let scripted = ScriptedCard { _, command throws(CardError) in
      command[1] == 0xCA ? said + [0x90, 0x00] : [0x63, 0xC3]
    }
    let card = try await Self.read(scripted)
    let before = scripted.commands.count
    let none = BiometricInformation(reference: 2, minutiae: 0...0)
    #expect(
      await fingerCode { _ = try await card.edge(of: none).verify(DrawnMinutiae.template(1)) }
        == .tooFewMinutiae)
    for type in [FingerTemplateType.isoRecord, .isoCompactCard] {
      let edge = try card.edge(of: type)
      let empty =
        try type == .isoRecord ? DrawnMinutiae.record(1, count: 0) : DrawnMinutiae.template(1, count: 0)
      #expect(await fingerCode { _ = try await edge.verify(empty) } == .tooFewMinutiae)
      #expect(await fingerCode { try await edge.store(empty) } == .tooFewMinutiae)
    }
    #expect(scripted.commands.count == before)
  }

  @Test func ofARecordTheViewOfTheCardsFingerIsTakenAndNoOther() async throws {
    let scripted = ScriptedCard(.t1, VirtualCard(.comparing()))
    let card = try await Self.read(scripted)
    let edge = try card.edge(of: .isoRecord)
    func record(_ views: [(UInt64, UInt8)]) throws -> [UInt8] {
      var record = FingerRecord(views: [])
      for (number, (finger, code)) in views.enumerated() {
        var view = DrawnMinutiae.view(finger)
        (view.fingerCode, view.number) = (code, views[..<number].contains { $0.1 == code } ? 1 : 0)
        record.views.append(view)
      }
      return try record.bytes()
    }
    // A left thumb, and the right index that the card has.
    try await edge.store(record([(4, 6), (1, 2)]))
    #expect(try await edge.verify(DrawnMinutiae.record(1)) == .matches)
    #expect(try await edge.verify(record([(1, 0)])) == .matches)
    let before = scripted.commands.count
    for views: [(UInt64, UInt8)] in [[(1, 6)], [(1, 6), (4, 7)], [(1, 0), (4, 0)], [(1, 2), (4, 2)]] {
      #expect(await fingerCode { _ = try await edge.verify(record(views)) } == .badTemplate)
      #expect(await fingerCode { try await edge.store(record(views)) } == .badTemplate)
    }
    #expect(scripted.commands.count == before)
    // A card that does not say which finger it has takes a record of one.
    let silent = VirtualCard(.comparing(VirtualCard.Finger(store: .always)))
    let unsaid = try await Self.read(ScriptedCard(.t1, silent), pin: nil).edge(of: .isoRecord)
    try await unsaid.store(record([(1, 6)]))
    #expect(await fingerCode { try await unsaid.store(record([(1, 6), (4, 2)])) } == .badTemplate)
    #expect(try await unsaid.verify(DrawnMinutiae.record(1)) == .matches)
  }

  @Test func whatIsSentIsCutToWhatTheCardTakesTheBestFirst() async throws {
    let order = try #require(MinutiaOrder(.yx, descending: true))
    let finger = VirtualCard.Finger(minutiae: 10...24, order: order, store: .always)
    let scripted = ScriptedCard(.t1, VirtualCard(.comparing(finger)))
    let card = try await Self.read(scripted, pin: nil)
    let view = DrawnMinutiae.view(1, count: 100)
    let demand = CompactCard.Demand(minutiae: 24...24, order: order)
    let best = try CompactCard.make(of: view, for: demand).value
    // A record has whole pixels.
    var recorded = try FingerRecord(reading: DrawnMinutiae.record(1, count: 100)).views[0]
    recorded.minutiae = Array(recorded.minutiae.prefix(24))
    try await card.edge(of: .isoRecord).store(DrawnMinutiae.record(1, count: 100))
    #expect(try await card.edge(of: .isoRecord).verify(DrawnMinutiae.record(1, count: 100)) == .matches)
    let verify = try #require(scripted.commands.last { $0[1] == 0x21 })
    #expect(Array(verify.prefix(4)) == [0x00, 0x21, 0x00, 0x02])
    #expect(
      try CompactCard(verificationData: Array(verify.dropFirst(5)))
        == CompactCard.make(of: recorded, for: demand).value)
    // A template of the compact card has the best first, and gives the same.
    #expect(try await card.edge().verify(DrawnMinutiae.template(1, count: 100)) == .matches)
    let again = try #require(scripted.commands.last { $0[1] == 0x21 })
    #expect(try CompactCard(verificationData: Array(again.dropFirst(5))) == best)
    #expect(
      await fingerCode { _ = try await card.edge().verify(DrawnMinutiae.template(1, count: 9)) }
        == .tooFewMinutiae)
  }

  @Test func longFingersAreChained() async throws {
    let said = try BiometricInformation.group([BiometricInformation(reference: 2, minutiae: 0...255)])
    let scripted = ScriptedCard { _, command throws(CardError) in
      switch command[1] {
      case 0xCA: said + [0x90, 0x00]
      case 0x20: [0x63, 0xC3]
      default: [0x90, 0x00]
      }
    }
    let edge = try await Self.read(scripted).edge(of: .isoRecord)
    #expect(try await edge.verify(DrawnMinutiae.record(1, count: 200)) == .matches)
    let parts = scripted.commands.filter { $0[1] == 0x21 }
    #expect(parts.count == 3 && parts.map { $0[0] } == [0x10, 0x10, 0x00])
    let data = parts.flatMap { $0.dropFirst(5) }
    #expect(try CompactCard(verificationData: data).count == 200)
  }

  @Test func anApplicationIsSelectedBeforeEachUse() async throws {
    let scripted = ScriptedCard(.t1, VirtualCard(.comparing()))
    let edge = try await Self.read(scripted, application: VirtualCard.application).edge()
    try await edge.store(DrawnMinutiae.template(1))
    #expect(try await edge.verify(DrawnMinutiae.template(1)) == .matches)
    let instructions = scripted.commands.map { $0[1] }
    #expect(instructions == [0xA4, 0xCA, 0xA4, 0x20, 0xDB, 0xA4, 0x20, 0x21])
    let missing = await code { () throws(CardError) in
      do {
        _ = try await Self.read(scripted, application: [1, 2, 3])
      } catch let error as CardError {
        throw error
      } catch {}
    }
    #expect(missing == .refused)
  }

  @Test func withoutTheRightPINNothingOfTheFingerIsSent() async throws {
    let scripted = ScriptedCard(.t1, VirtualCard(.comparing()))
    let wrong = try await Self.read(scripted, pin: "000000").edge()
    for _ in 0..<3 {
      #expect(await fingerCode { try await wrong.store(DrawnMinutiae.template(1)) } == .wrongPIN)
    }
    #expect(await fingerCode { try await wrong.remove() } == .pinBlocked)
    #expect(!scripted.commands.contains { $0[1] == 0xDB })
    let without = try await Self.read(ScriptedCard(.t1, VirtualCard(.comparing())), pin: nil).edge()
    #expect(await fingerCode { try await without.store(DrawnMinutiae.template(1)) } == .notAllowed)
  }

  @Test func ofSeveralFingersOneIsNamed() async throws {
    var description = VirtualCard.Description.comparing()
    description.fingers += [VirtualCard.Finger(reference: 3, site: .leftIndex, store: .always)]
    let card = try await Self.read(ScriptedCard(.t1, VirtualCard(description)))
    #expect(card.fingers.map(\.reference) == [2, 3])
    #expect(await fingerCode { _ = try card.edge() } == .whichFinger)
    #expect(await fingerCode { _ = try card.edge(reference: 4) } == .whichFinger)
    let second = try card.edge(reference: 3)
    try await second.store(DrawnMinutiae.template(5))
    #expect(try await second.verify(DrawnMinutiae.template(5, press: 2)) == .matches)
    #expect(try await card.edge(reference: 2).state() == .empty)
    #expect(await fingerCode { _ = try card.edge(reference: 3, of: .edges) } == .badTemplate)
  }

  @Test func aTemplateThatIsDamagedReachesNoCard() async throws {
    let scripted = ScriptedCard(.t1, VirtualCard(.comparing()))
    let card = try await Self.read(scripted)
    var cut = try DrawnMinutiae.template(1)
    cut[20] ^= 1
    let before = scripted.commands.count
    #expect(await fingerCode { _ = try await card.edge().verify(cut) } == .badTemplate)
    #expect(
      await fingerCode { _ = try await card.edge(of: .isoRecord).verify(DrawnMinutiae.template(1)) }
        == .badTemplate)
    #expect(await fingerCode { try await card.edge().store([]) } == .badTemplate)
    #expect(scripted.commands.count == before)
  }

  // MARK: In a session

  @Test func eachUseIsOneTransactionAndClosingForgetsTheFinger() async throws {
    let reader = FakeReader(.comparing())
    let readers = CardReaders(reader)
    let session = try await readers.session()
    let edge = try await FingerCard.read(
      from: session, authorization: .pin(try CardPIN("123456"), reference: 1)
    ).edge()
    try await edge.store(DrawnMinutiae.template(1))
    let before = reader.state.withLock { $0.begins }
    #expect(try await edge.verify(DrawnMinutiae.template(1, press: 1)) == .matches)
    #expect(reader.state.withLock { $0.begins } == before + 1)
    #expect(reader.state.withLock { $0.holder == nil })
    #expect(try await edge.state() == .verified)
    await session.close()
    #expect(reader.state.withLock { $0.dispositions } == [.reset])
  }

  @Test(arguments: [CardError.Code.cardMissing, .service, .cardWasReset, .readerFailed])
  func whatTheCardAnsweredCountsThoughItsTransactionEndsInAnError(code: CardError.Code) async throws {
    func used(_ work: (ISOFingerCardEdge) async throws -> Void) async throws -> [UInt8] {
      let reader = FakeReader(.comparing(VirtualCard.Finger(site: .rightIndex, store: .always)))
      let edge = try await FingerCard.read(from: CardReaders(reader).session()).edge()
      try await edge.store(DrawnMinutiae.template(1))
      reader.lose(.end, code)
      try await work(edge)
      return reader.state.withLock { $0.commands.map { $0[1] } }
    }
    let verified = try await used {
      let answer = try await $0.verify(DrawnMinutiae.template(1, press: 1))
      #expect(answer == .matches)
    }
    #expect(verified == [0xCA, 0xDB, 0x20, 0x21])
    let refused = try await used {
      let answer = try await $0.verify(DrawnMinutiae.template(2))
      #expect(answer == .refused(attemptsLeft: 2))
    }
    #expect(refused == verified)
    let stored = try await used { try await $0.store(DrawnMinutiae.template(2)) }
    #expect(stored == [0xCA, 0xDB, 0xDB])
  }

  @Test(arguments: [VirtualCard.Fault.Action.tearOut, .tearOutCounted])
  func aCardThatIsTornOutInVerifyIsToldAsSuchAndAskedNothingMore(
    fault: VirtualCard.Fault.Action
  ) async throws {
    var description = VirtualCard.Description.comparing()
    // GET DATA, the PIN and PUT DATA; the question, and the finger.
    description.faults = [VirtualCard.Fault(command: 5, fault)]
    let reader = FakeReader(description)
    let session = try await CardReaders(reader).session()
    let edge = try await FingerCard.read(
      from: session, authorization: .pin(try CardPIN("123456"), reference: 1)
    ).edge()
    try await edge.store(DrawnMinutiae.template(1))
    #expect(await fingerCode { _ = try await edge.verify(DrawnMinutiae.template(1)) } == .answerLost)
    #expect(reader.state.withLock { $0.commands.map { $0[1] } } == [0xCA, 0x20, 0xDB, 0x20, 0x21])
    #expect(reader.card.attemptsLeft(finger: 2) == (fault == .tearOutCounted ? 2 : 3))
  }
}
