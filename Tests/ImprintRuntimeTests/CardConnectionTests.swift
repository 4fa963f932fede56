// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

@Suite(.timeLimit(.minutes(2)))
struct CardConnectionTests {
  private let options = CardOptions(locator: "fixture:0")

  private func connect(_ defines: [String: String] = [:]) async throws -> CardConnection {
    try await CardConnection.connect(try FixturePlugin.card(defines).opened(), options: options)
  }

  private func code(
    _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> PluginCallError.Code {
    try await #require(throws: PluginCallError.self, sourceLocation: sourceLocation) { try await body() }.code
  }

  @Test func readersAreListed() throws {
    let reader = CardReaderInfo(
      locator: "fixture:0", name: "Fixture reader", state: [.card, .inUse], events: 7,
      atr: [0x3b, 0x80, 0x80, 0x01, 0x01])
    #expect(try CardReader.list(FixturePlugin.card().opened()) == [reader])
  }

  @Test(arguments: [
    "*count = 9;", "*count = (size_t)-1;", "infos[0].size = 1;", "memset(infos[0].name, 'x', 128);",
    "infos[0].locator[0] = (char)0xff;", "infos[0].locator[0] = 0;", "infos[0].atr_length = 34;",
    "infos[0].state = 32;",
  ])
  func aHostileListIsMisbehaviour(statement: String) throws {
    let plugin = try FixturePlugin.card(["FIX_LIST": statement]).opened()
    let error = try #require(throws: PluginCallError.self) { try CardReader.list(plugin) }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func aCommandIsAnswered() async throws {
    let card = try await connect()
    #expect(try await card.status().cardProtocol == .t1)
    #expect(try await card.transmit([0, 0xa4, 4, 0]) == [0, 0xa4, 4, 0, 0x90, 0])
    let longest = [UInt8](repeating: 3, count: CardConnection.maximumResponseBytes - 2 - 6)
    #expect(try await card.transmit(longest).count == longest.count + 2)
    #expect(try await card.control(0x4200_0000 + 3400, [1, 2]) == [1, 2])
    #expect(try await card.control(0x4200_0000 + 3400).isEmpty)
    #expect(try await code { _ = try await card.control(1) } == .unsupported)
  }

  @Test func aCommandOfNoLengthOrTooManyBytesIsNotSent() async throws {
    let card = try await connect(["FIX_TRANSMIT": "return IMP_E_INTERNAL;"])
    for bytes in [0, CardConnection.maximumCommandBytes + 1] {
      let command = [UInt8](repeating: 0, count: bytes)
      #expect(try await code { _ = try await card.transmit(command) } == .argument)
    }
  }

  @Test func optionsOutsideTheirRangeAreRefused() async throws {
    let plugin = try FixturePlugin.card().opened()
    for wrong in [
      CardOptions(locator: ""), CardOptions(locator: "a\0"), CardOptions(locator: "fixture:0", protocols: []),
    ] {
      #expect(try await code { _ = try await CardConnection.connect(plugin, options: wrong) } == .argument)
    }
    let other = CardOptions(locator: "fixture:1")
    #expect(try await code { _ = try await CardConnection.connect(plugin, options: other) } == .deviceMissing)
    let none = try FixturePlugin().opened()
    #expect(try await code { _ = try await CardConnection.connect(none, options: options) } == .unsupported)
    #expect(throws: PluginCallError.self) { try CardReader.list(none) }
  }

  // whatever the plugin would answer, it is not asked.
  @Test(
    arguments: [
      ("IMP_E_CARD_RESET", .cardReset), ("IMP_E_CARD_MISSING", .cardMissing),
      ("IMP_E_DEVICE_GONE", .deviceGone),
      ("IMP_E_SERVICE", .service),
    ] as [(String, PluginCallError.Code)])
  func aLostCardStaysLostUntilItIsMended(status: String, lost: PluginCallError.Code) async throws {
    let card = try await connect(["FIX_TRANSMIT": "if (card->commands == 2) return \(status);"])
    _ = try await card.transmit([1])
    for _ in 0..<2 { #expect(try await code { _ = try await card.transmit([1]) } == lost) }
    #expect(try await code { _ = try await card.status() } == lost)
    #expect(try await code { try await card.begin() } == lost)
    #expect(try await code { try await card.end() } == lost)
    #expect(try await code { _ = try await card.attribute(1) } == lost)
    #expect(try await code { try await card.setAttribute(1, to: [1]) } == lost)
    #expect(try await code { _ = try await card.control(0x4200_0000 + 3400) } == lost)
    guard [.cardReset, .cardMissing].contains(lost) else {
      #expect(try await code { try await card.reconnect(options) } == lost)
      return
    }
    try await card.reconnect(options)
    #expect(try await card.transmit([1]) == [1, 0x90, 0])
  }

  @Test func aReconnectThatFailsLeavesTheCardLost() async throws {
    let card = try await connect([
      "FIX_TRANSMIT": "return IMP_E_CARD_RESET;",
      "FIX_RECONNECT": "return disposition == IMP_CARD_RESET ? IMP_E_CARD_MISSING : IMP_RETRY_BUSY;",
    ])
    #expect(try await code { _ = try await card.transmit([1]) } == .cardReset)
    #expect(try await code { try await card.reconnect(options) } == .busy)
    #expect(try await code { _ = try await card.transmit([1]) } == .cardReset)
    #expect(try await code { try await card.reconnect(options, after: .reset) } == .cardMissing)
    #expect(try await code { _ = try await card.transmit([1]) } == .cardMissing)
  }

  @Test(arguments: ["IMP_E_CARD_MUTE", "IMP_RETRY_BUSY", "IMP_E_DEVICE_FAILED", "IMP_E_UNSUPPORTED"])
  func otherFailuresLeaveTheCardAsItIs(status: String) async throws {
    let card = try await connect(["FIX_TRANSMIT": "if (card->commands == 1) return \(status);"])
    _ = try await code { _ = try await card.transmit([1]) }
    #expect(try await card.transmit([1]) == [1, 0x90, 0])
  }

  // whoever is told to try again sends a PIN twice.
  @Test(arguments: ["IMP_RETRY_SHORT_BUFFER", "IMP_RETRY_TIMEOUT", "199"])
  func noOtherFailureThanBusySaysToTryAgain(status: String) async throws {
    let card = try await connect([
      "FIX_TRANSMIT": "return \(status);", "FIX_CONTROL": "return \(status);",
    ])
    let error = try await #require(throws: PluginCallError.self) { try await card.transmit([1]) }
    #expect(error.code == .internalDefect && !error.isRetryable, "\(error)")
    #expect(try await code { _ = try await card.transmit([1]) } == .state)
    let other = try await connect(["FIX_CONTROL": "return \(status);"])
    #expect(try await code { _ = try await other.control(0x4200_0000 + 3400) } == .internalDefect)
    let busy = try await connect(["FIX_CONTROL": "return IMP_RETRY_BUSY;"])
    #expect(try await code { _ = try await busy.control(0x4200_0000 + 3400) } == .busy)
  }

  @Test(arguments: [
    "response->length = 65539; return IMP_OK;", "response->length = (size_t)-1; return IMP_OK;",
  ])
  func aResponseBeyondItsRoomIsMisbehaviour(statement: String) async throws {
    let card = try await connect(["FIX_TRANSMIT": statement])
    #expect(try await code { _ = try await card.transmit([1]) } == .internalDefect)
    #expect(try await code { _ = try await card.transmit([1]) } == .state)
  }

  @Test func aResponseThatIsClaimedAndNotWrittenIsZero() async throws {
    let card = try await connect([
      "FIX_TRANSMIT": "if (card->commands == 2) { response->length = 4; return IMP_OK; }"
    ])
    #expect(try await card.transmit([1, 2, 3, 4]) == [1, 2, 3, 4, 0x90, 0])
    #expect(try await card.transmit([1]) == [0, 0, 0, 0])
  }

  // what was written before a failure is nobody's.
  @Test func aFailedResponseIsForgotten() async throws {
    let card = try await connect([
      "FIX_TRANSMIT": """
      if (card->commands == 1) { memset(response->data, 9, 65538); return IMP_RETRY_BUSY; } \
      if (card->commands == 2) { response->length = 4; return IMP_OK; }
      """
    ])
    #expect(try await code { _ = try await card.transmit([1]) } == .busy)
    #expect(try await card.transmit([1]) == [0, 0, 0, 0])
  }

  @Test(arguments: [
    "status->size = 1;", "status->atr_length = 40;", "status->protocol = 3;", "status->state = 1u << 31;",
  ])
  func aHostileStatusIsMisbehaviour(statement: String) async throws {
    let card = try await connect(["FIX_STATUS": statement])
    #expect(try await code { _ = try await card.status() } == .internalDefect)
  }

  @Test func aTransactionEndsWhetherItsBodySucceedsOrThrows() async throws {
    struct Stop: Error {}
    let card = try await connect([
      "FIX_TRANSMIT": "response->data[0] = (uint8_t)card->begun; response->data[1] = (uint8_t)card->last; "
        + "response->length = 2; return IMP_OK;"
    ])
    let inside = try await card.transaction(timeout: .seconds(1), ending: .reset) { try $0.transmit([0]) }
    #expect(inside == [1, 0])
    #expect(try await card.transmit([0]) == [0, 1])
    await #expect(throws: Stop.self) {
      try await card.transaction(timeout: .zero, ending: .eject) { _ in throw Stop() }
    }
    // A body that failed ends it in the same way: a PIN that it verified is not left to others.
    #expect(try await card.transmit([0]) == [0, 3])
    #expect(try await code { try await card.end() } == .state)
  }

  // A response that was written beyond what it says is not in the next one.
  @Test func whatIsWrittenBeyondTheLengthIsForgotten() async throws {
    let card = try await connect([
      "FIX_TRANSMIT": """
      if (card->commands == 1) { memset(response->data, 9, 8); response->length = 2; return IMP_OK; } \
      if (card->commands == 2) { response->length = 4; return IMP_OK; }
      """
    ])
    #expect(try await card.transmit([1]) == [9, 9])
    #expect(try await card.transmit([1]) == [0, 0, 0, 0])
  }

  //
  @Test func cancelEndsAWaitForATransactionForGoodAndCommandsGoOn() async throws {
    let card = try await connect(["FIX_BEGIN": "return held(card, timeout);"])
    let waiting = Task { try await card.transaction(timeout: .seconds(100)) { try $0.transmit([1]) } }
    try await Task.sleep(for: .milliseconds(20))
    card.cancel()
    let error = try await #require(throws: PluginCallError.self) { try await waiting.value }
    #expect(error.code == .cancelled)
    #expect(try await code { try await card.begin() } == .cancelled)
    #expect(try await card.transmit([1]) == [1, 0x90, 0])
  }

  /// The first transaction is waited for as long as it is asked to; the others are there.
  private static let heldOnce =
    "static int begins; if (begins++ < 3) return held(card, timeout); "
    + "if (card->cancelled) return IMP_OUTCOME_CANCELLED;"

  @Test func cancellingTheTaskEndsItsWaitAndNoLaterOne() async throws {
    let card = try await connect(["FIX_BEGIN": Self.heldOnce])
    let waiting = Task { try await card.transaction(timeout: .seconds(100)) { try $0.transmit([1]) } }
    try await Task.sleep(for: .milliseconds(20))
    waiting.cancel()
    let error = try await #require(throws: PluginCallError.self) { try await waiting.value }
    #expect(error.code == .cancelled)
    // What is left of the three slices is waited for.
    #expect(try await card.transaction(timeout: .seconds(100)) { try $0.transmit([2]) } == [2, 0x90, 0])
  }

  @Test func aTaskThatIsCancelledBeforeOrWhileItsBodyRunsLeavesTheConnectionAsItIs() async throws {
    let card = try await connect(["FIX_BEGIN": "if (card->cancelled) return IMP_OUTCOME_CANCELLED;"])
    let during = Task {
      try await card.transaction(timeout: .seconds(1)) { card in
        withUnsafeCurrentTask { $0?.cancel() }
        return try card.transmit([1])
      }
    }
    #expect(try await during.value == [1, 0x90, 0])
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await card.transaction(timeout: .seconds(1)) { try $0.transmit([2]) }
    }
    let error = try await #require(throws: PluginCallError.self) { try await before.value }
    #expect(error.code == .cancelled)
    #expect(try await card.transaction(timeout: .zero) { try $0.transmit([3]) } == [3, 0x90, 0])
  }

  @Test func aTransactionWaitsAsLongAsItIsAskedTo() async throws {
    let card = try await connect(["FIX_BEGIN": "return held(card, timeout);"])
    let start = ContinuousClock.now
    #expect(
      try await code { try await card.transaction(timeout: .milliseconds(450)) { _ in } } == .timeout)
    let took = ContinuousClock.now - start
    #expect(took >= .milliseconds(449), "\(took)")
    // One that gives up at once is not asked again and again.
    let hasty = try await connect(["FIX_BEGIN": "return IMP_RETRY_TIMEOUT;"])
    #expect(try await code { try await hasty.transaction(timeout: .seconds(100)) { _ in } } == .timeout)
  }

  private func licensed(
    _ entitlements: TestEntitlements, _ defines: [String: String] = [:]
  ) async throws -> CardConnection {
    var plugin = try FixturePlugin.card(defines)
    plugin.manifest.features = ["MSC_CORE"]
    return try await CardConnection.connect(plugin.opened(entitlements: entitlements), options: options)
  }

  @Test func withoutALicenceNothingIsSentAndWhatIsHeldIsLetGo() async throws {
    let entitlements = TestEntitlements(granting: [.captureCore])
    let card = try await licensed(entitlements)
    try await card.begin()
    entitlements.grant([])
    // A grant holds until its second ends.
    try await Task.sleep(for: .milliseconds(1100))
    #expect(try await code { _ = try await card.transmit([1]) } == .entitlement)
    #expect(try await code { _ = try await card.control(0x4200_0000 + 3400) } == .entitlement)
    #expect(try await code { try await card.begin() } == .entitlement)
    try await card.end()
    try await card.disconnect()
  }

  @Test func aLostCardIsDisconnectedByItsPluginWithoutALicence() async throws {
    let entitlements = TestEntitlements(granting: [.captureCore])
    let card = try await licensed(
      entitlements,
      ["FIX_TRANSMIT": "return IMP_E_CARD_RESET;", "FIX_DISCONNECT": "return IMP_E_DEVICE_FAILED;"])
    #expect(try await code { _ = try await card.transmit([1]) } == .cardReset)
    entitlements.grant([])
    try await Task.sleep(for: .milliseconds(1100))
    #expect(try await code { _ = try await card.transmit([1]) } == .cardReset)
    #expect(try await code { try await card.disconnect() } == .deviceFailed)
  }

  // somebody types a PIN at one reader, and a command goes to another.
  @Test func aControlThatWaitsHoldsNoOtherConnection() async throws {
    var fixture = try FixturePlugin.card([
      "FIX_CONTROL": "static volatile int typed; if (input.length == 1) { typed = 1; } "
        + "else while (!typed) { struct timespec pause = {0, 1000000}; nanosleep(&pause, 0); }"
    ])
    fixture.manifest.instances = "serial"
    let plugin = try fixture.opened()
    let pad = try await CardConnection.connect(plugin, options: options)
    let other = try await CardConnection.connect(plugin, options: options)
    let typing = Task { try await pad.control(0x4200_0000 + 3400) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(try await other.status().cardProtocol == .t1)
    #expect(try await other.control(0x4200_0000 + 3400, [1]) == [1])
    #expect(try await typing.value.isEmpty)
  }

  @Test func anAttributeOfAnyLengthIsRead() async throws {
    let card = try await connect()
    for length: UInt32 in [0, 1, 256, 257, 65_536] {
      #expect(try await card.attribute(length) == [UInt8](repeating: 5, count: Int(length)))
    }
    #expect(try await code { _ = try await card.attribute(65_537) } == .internalDefect)
  }

  @Test(arguments: ["return IMP_RETRY_SHORT_BUFFER;", "value->length = 300; return IMP_RETRY_SHORT_BUFFER;"])
  func anAttributeThatNeverFitsIsMisbehaviour(statement: String) async throws {
    let card = try await connect(["FIX_ATTRIBUTE": statement])
    #expect(try await code { _ = try await card.attribute(5) } == .internalDefect)
  }

  @Test func severalCallsRunWithoutAnotherBetween() async throws {
    let card = try await connect()
    async let other = card.transmit([9])
    let answers = try await card.perform { card throws(PluginCallError) in
      [try card.transmit([1]), try card.transmit([2])]
    }
    #expect(answers == [[1, 0x90, 0], [2, 0x90, 0]])
    #expect(try await other == [9, 0x90, 0])
  }

  // PINs: a command that failed is in no word of its error.
  @Test func anErrorSaysNothingOfTheCommand() async throws {
    let card = try await connect(["FIX_TRANSMIT": "return IMP_E_DEVICE_FAILED;"])
    let pin: [UInt8] = [0, 0x20, 0, 0x81, 6] + Array("493817".utf8)
    let error = try await #require(throws: PluginCallError.self) { try await card.transmit(pin) }
    let words = "\(error) \(String(reflecting: error)) \(card)"
    for form in ["493817", "34 39 33", "343933", "52, 57, 51"] { #expect(!words.contains(form)) }
  }
}
