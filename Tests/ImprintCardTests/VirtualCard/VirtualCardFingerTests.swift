// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintFinger
import ImprintVirtualCard
import TestSupport
import Testing

/// Fingers of the card in software: ISO/IEC 7816-4, 11.6.6, and 7816-11.
@Suite struct VirtualCardFingerTests {
  private let home: TemporaryFolder
  private var path: String { "\(home.path)/memory" }

  init() throws { home = try TemporaryFolder() }

  private static func verify(_ finger: UInt64, press: UInt64 = 1, on card: VirtualCard) throws -> [UInt8] {
    send(0x21, 0x00, 0x02, try DrawnMinutiae.card(finger, press: press).verificationData, to: card)
  }

  private static func send(
    _ ins: UInt8, _ p1: UInt8, _ p2: UInt8, _ data: [UInt8], to card: VirtualCard
  ) -> [UInt8] {
    card.respond(to: [0x00, ins, p1, p2, UInt8(data.count)] + data)
  }

  private static func store(_ data: [UInt8], on card: VirtualCard) -> [UInt8] {
    _ = send(0x20, 0x00, 0x01, Array("123456".utf8), to: card)
    let inner: [UInt8] = [0x83, 0x01, 0x02] + data
    let length: [UInt8] = inner.count < 0x80 ? [UInt8(inner.count)] : [0x81, UInt8(inner.count)]
    return send(0xDB, 0x3F, 0xFF, [0x7F, 0x60] + length + inner, to: card)
  }

  private static func enroll(_ finger: UInt64, on card: VirtualCard) throws {
    #expect(store(try DrawnMinutiae.card(finger).verificationData, on: card) == [0x90, 0x00])
  }

  private static func state(of card: VirtualCard) -> [UInt8] { card.respond(to: [0x00, 0x20, 0x00, 0x02]) }

  @Test func aFingerIsStoredVerifiedAndRemoved() throws {
    let card = VirtualCard(.comparing())
    #expect(Self.state(of: card) == [0x69, 0x84])
    #expect(try Self.verify(1, on: card) == [0x69, 0x84])
    try Self.enroll(1, on: card)
    #expect(Self.state(of: card) == [0x63, 0xC3])
    #expect(try Self.verify(1, on: card) == [0x90, 0x00])
    #expect(Self.state(of: card) == [0x90, 0x00])
    card.reset()
    #expect(Self.state(of: card) == [0x63, 0xC3])
    #expect(Self.store([0x7F, 0x2E, 0x00], on: card) == [0x90, 0x00])
    #expect(Self.state(of: card) == [0x69, 0x84])
    #expect(Self.store([0x7F, 0x2E, 0x00], on: card) == [0x69, 0x84])
  }

  @Test func otherFingersCountDownToABlockThatARightOneDoesNotLift() throws {
    let card = VirtualCard(.comparing())
    try Self.enroll(1, on: card)
    #expect(try Self.verify(2, on: card) == [0x63, 0xC2])
    #expect(try Self.verify(1, on: card) == [0x90, 0x00])
    #expect(card.attemptsLeft(finger: 2) == 3)
    for left: UInt8 in [2, 1, 0] { #expect(try Self.verify(3, on: card) == [0x63, 0xC0 | left]) }
    #expect(try Self.verify(1, on: card) == [0x69, 0x83])
    card.reset()
    #expect(Self.state(of: card) == [0x69, 0x83])
    // A finger that is stored anew has all attempts.
    try Self.enroll(1, on: card)
    #expect(try Self.verify(1, on: card) == [0x90, 0x00])
  }

  @Test func noFingerOfFiftyOthersIsTakenAndTwentyPressesAre() throws {
    let card = VirtualCard(.comparing(VirtualCard.Finger(tries: 15, store: .pin(1))))
    try Self.enroll(1, on: card)
    for press: UInt64 in 1...20 { #expect(try Self.verify(1, press: press, on: card) == [0x90, 0x00]) }
    for other: UInt64 in 2...51 {
      #expect(try Self.verify(other, on: card) == [0x63, 0xCE])
      _ = try Self.verify(1, on: card)
    }
  }

  @Test func whoMayNotStoreDoesNot() throws {
    let card = VirtualCard(.comparing())
    let data = try DrawnMinutiae.card(1).verificationData
    let object: [UInt8] = [0x7F, 0x60, 0x81, UInt8(data.count + 3), 0x83, 0x01, 0x02] + data
    #expect(Self.send(0xDB, 0x3F, 0xFF, object, to: card) == [0x69, 0x82])
    #expect(card.respond(to: [0x00, 0x20, 0x00, 0x02]) == [0x69, 0x84])
  }

  @Test func minutiaeThatTheCardDoesNotTakeAreRefusedAndNotCounted() throws {
    let card = VirtualCard(.comparing())
    try Self.enroll(1, on: card)
    let few = try DrawnMinutiae.card(1, count: 7).verificationData
    #expect(Self.send(0x21, 0x00, 0x02, few, to: card) == [0x6A, 0x80])
    let byY = CompactCard.Demand(order: try #require(MinutiaOrder(.yx)))
    let unsorted = try DrawnMinutiae.card(1, for: byY).verificationData
    #expect(Self.send(0x21, 0x00, 0x02, unsorted, to: card) == [0x6A, 0x80])
    #expect(Self.send(0x21, 0x00, 0x02, [0x7F, 0x2E, 0x03, 0x81, 0x05, 0x00], to: card) == [0x6A, 0x80])
    // By the even instruction no finger comes.
    let right = try DrawnMinutiae.card(1).verificationData
    #expect(Self.send(0x20, 0x00, 0x02, right, to: card) == [0x6A, 0x80])
    #expect(Self.state(of: card) == [0x63, 0xC3])
  }

  @Test func minutiaeInOneDataObjectAreTakenToo() throws {
    let card = VirtualCard(.comparing())
    #expect(Self.store(try DrawnMinutiae.card(1).plainVerificationData, on: card) == [0x90, 0x00])
    let probe = try DrawnMinutiae.card(1, press: 2).plainVerificationData
    #expect(Self.send(0x21, 0x00, 0x02, probe, to: card) == [0x90, 0x00])
  }

  @Test func theCardSaysWhatItTakesByBothFormsOfTheCommand() throws {
    let finger = VirtualCard.Finger(
      reference: 3, site: .leftThumb, minutiae: 12...48, order: try #require(MinutiaOrder(.polar)))
    let card = VirtualCard(.comparing(finger))
    let whole = card.respond(to: [0x00, 0xCB, 0x3F, 0xFF, 0x04, 0x5C, 0x02, 0x7F, 0x61, 0x00])
    #expect(whole.suffix(2) == [0x90, 0x00])
    let said = try BiometricInformation.all(in: Array(whole.dropLast(2)))
    #expect(said.count == 1 && said[0].reference == 3 && said[0].site == .leftThumb)
    #expect(said[0].minutiae == 12...48 && said[0].order?.key == .polar)
    let value = card.respond(to: [0x00, 0xCA, 0x7F, 0x61, 0x00])
    #expect(value == Array(whole.dropFirst(3)))
    #expect(VirtualCard().respond(to: [0x00, 0xCA, 0x7F, 0x61, 0x00]) == [0x6A, 0x88])
  }

  // MARK: Memory

  @Test func theCounterSurvivesThePower() throws {
    try withCard { card in
      try Self.enroll(1, on: card)
      #expect(try Self.verify(2, on: card) == [0x63, 0xC2])
    }
    try withCard { next in
      #expect(next.attemptsLeft(finger: 2) == 2)
      let answer = try Self.verify(1, on: next)
      #expect(answer == [0x90, 0x00])
    }
    try withCard { #expect($0.attemptsLeft(finger: 2) == 3) }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  /// A card with the file, which it gives free afterwards.
  private func withCard(
    _ description: VirtualCard.Description = .comparing(), _ work: (VirtualCard) throws -> Void
  ) throws {
    try work(VirtualCard(description, memory: path))
  }

  @Test func twoCardsNeverHaveOneMemory() throws {
    try withCard { card in
      try Self.enroll(1, on: card)
      let error = #expect(throws: VirtualCardError.self) { try VirtualCard(.comparing(), memory: path) }
      #expect(error?.code == .memory && error?.place == path + ".lock")
      for left: UInt8 in [2, 1, 0] { #expect(try Self.verify(2, on: card) == [0x63, 0xC0 | left]) }
    }
    try withCard { #expect($0.attemptsLeft(finger: 2) == 0) }
  }

  @Test func anAttemptIsOnTheDiskBeforeItIsCompared() throws {
    var description = VirtualCard.Description.comparing()
    try withCard { try Self.enroll(1, on: $0) }
    // Even the right finger has used one up when the card is torn out meanwhile.
    description.faults = [VirtualCard.Fault(command: 1, .tearOutCounted)]
    for left in [2, 1, 0] {
      try withCard(description) {
        let answer = try Self.verify(1, on: $0)
        #expect(answer == [])
      }
      try withCard { #expect($0.attemptsLeft(finger: 2) == left) }
    }
    try withCard {
      let answer = try Self.verify(1, on: $0)
      #expect(answer == [0x69, 0x83])
    }
  }

  @Test func whatCannotBeCountedIsNotCompared() throws {
    let folder = "\(home.path)/gone"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let card = try VirtualCard(.comparing(), memory: "\(folder)/memory")
    try Self.enroll(1, on: card)
    try FileManager.default.removeItem(atPath: folder)
    #expect(try Self.verify(1, on: card) == [0x65, 0x81])
    #expect(card.attemptsLeft(finger: 2) == 2)
    #expect(Self.state(of: card) == [0x63, 0xC2])
    // Nor is another finger told from the right one.
    #expect(try Self.verify(2, on: card) == [0x65, 0x81])
    #expect(Self.state(of: card) == [0x63, 0xC1])
  }

  @Test(arguments: [
    "", "{}", #"{"version":2,"fingers":[]}"#, #"{"version":1,"fingers":[]}"#,
    #"{"version":1,"fingers":[{"reference":2,"attemptsLeft":4,"minutiae":null}]}"#,
    #"{"version":1,"fingers":[{"reference":3,"attemptsLeft":3,"minutiae":null}]}"#,
    #"{"version":1,"fingers":[{"reference":2,"attemptsLeft":3,"minutiae":[1,2,256]}]}"#,
    #"{"version":1,"fingers":[{"reference":2,"attemptsLeft":3,"minutiae":[1,2,3]}]}"#,
    #"{"version":1,"fingers":[{"reference":2,"attemptsLeft":3,"minutiae":{}}]}"#,
  ])
  func aMemoryOfAnotherCardIsRefusedAndLeftAsItIs(text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    let error = #expect(throws: VirtualCardError.self) { try VirtualCard(.comparing(), memory: path) }
    #expect(error?.code == .memory && error?.place == path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  // MARK: Description

  @Test func describedFingersAreTheCards() throws {
    let description = try VirtualCard.Description(
      parsing: Array(
        """
        {"information": "7F61 00",
         "fingers": [{"reference": 129, "site": "left-ring", "tries": 5, "least": 12, "most": 40,
           "order": "angle-descending", "threshold": 15, "store": {"pin": 1}}, {}]}
        """.utf8))
    let order = try #require(MinutiaOrder(.angle, descending: true))
    #expect(
      description.fingers == [
        VirtualCard.Finger(
          reference: 129, site: .leftRing, tries: 5, minutiae: 12...40, order: order, threshold: 15,
          store: .pin(1)), VirtualCard.Finger(),
      ])
    #expect(description.information == [0x7F, 0x61, 0x00])
  }

  @Test(arguments: [
    (#"{"fingers": [{"site": "face"}]}"#, "fingers[0].site"),
    (#"{"fingers": [{"most": 65}]}"#, "fingers[0].most"),
    (#"{"fingers": [{"least": 40, "most": 30}]}"#, "fingers[0].least"),
    (#"{"fingers": [{"order": "xyz"}]}"#, "fingers[0].order"),
    (#"{"fingers": [{"reference": 32}]}"#, "fingers[0].reference"),
    (#"{"fingers": [{}, {}]}"#, "fingers"),
    (#"{"pins": [{"reference": 2, "value": "1"}], "fingers": [{}]}"#, "fingers"),
  ])
  func fingersThatAreWrongNameThePlace(text: String, place: String) {
    let error = #expect(throws: VirtualCardError.self) {
      try VirtualCard.Description(parsing: Array(text.utf8))
    }
    #expect(error?.place == place)
  }

  @Test func thirtyTwoFingersAreSaidAndMoreAreRefused() throws {
    func described(_ count: Int) throws -> VirtualCard.Description {
      let fingers = (0..<count).map { "{\"reference\": \($0 < 31 ? $0 + 1 : $0 + 98)}" }
      let text = "{\"fingers\": [\(fingers.joined(separator: ","))]}"
      return try VirtualCard.Description(parsing: Array(text.utf8))
    }
    let answer = try VirtualCard(described(32)).respond(to: [0x00, 0xCA, 0x7F, 0x61, 0x00, 0x00, 0x00])
    #expect(answer.suffix(2) == [0x90, 0x00] && answer.count > 32)
    let error = #expect(throws: VirtualCardError.self) { try described(33) }
    #expect(error?.code == .description && error?.place == "fingers")
  }

  @Test func aFingerOutsideOfItsLimitsIsNone() async {
    await #expect(processExitsWith: .failure) { _ = VirtualCard.Finger(minutiae: 0...300) }
    await #expect(processExitsWith: .failure) { _ = VirtualCard.Finger(threshold: -1) }
  }

  @Test func theLogTellsNeitherMinutiaeNorTheirNumber() throws {
    let reader = try TestReader()
    let lines = SharedLines()
    let card = VirtualCard(.comparing())
    let connection = try VirtualCardConnection(card: card, port: reader.port, log: { lines.add($0) })
    try reader.accept()
    reader.send([1])
    let minutiae = try DrawnMinutiae.card(1)
    let data = minutiae.verificationData
    let object: [UInt8] = [0x7F, 0x60, 0x81, UInt8(data.count + 3), 0x83, 0x01, 0x02] + data
    for command in [
      [0x00, 0x21, 0x00, 0x02, UInt8(data.count)] + data,
      [0, 0xDB, 0x3F, 0xFF, UInt8(object.count)] + object,
    ] {
      reader.send(command)
      #expect(reader.receive() != nil)
    }
    connection.remove()
    #expect(lines.all.count == 2)
    for line in lines.all {
      #expect(line.contains("<redacted>") && !line.contains("\(data.count)"))
      #expect(!line.contains(Canary.digits(minutiae).prefix(6)))
    }
  }
}

/// What must appear nowhere.
enum Canary {
  static func digits(_ minutiae: CompactCard) -> String {
    minutiae.bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Whether a text has three bytes of a minutia in a row, in digits of either base.
  static func isIn(_ text: String, _ minutiae: CompactCard) -> Bool {
    let plain = text.uppercased().filter { !" ,:x".contains($0) }
    for at in stride(from: 0, to: minutiae.bytes.count, by: 3) {
      let three = minutiae.bytes[at..<at + 3]
      let decimal = three.map { "\($0)" }
      if plain.contains(digits(of: three)) { return true }
      if text.contains(decimal.joined(separator: ", ")) || text.contains(decimal.joined(separator: ",")) {
        return true
      }
    }
    return false
  }

  private static func digits(of bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
