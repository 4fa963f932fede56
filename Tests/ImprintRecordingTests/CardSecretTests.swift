// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintAuthoring
import ImprintCalls
import TestSupport
import Testing

/// PINs and keys go to cards in commands, and come back in responses: no recording has them.
@Suite struct CardSecretTests {
  private let pin = Array("a PIN that is 4938 and so on, as long as it takes".utf8)

  @Test(arguments: [false, true])
  func commandsAndResponsesAreInNoRecording(isRedacted: Bool) async throws {
    let plugin = try FixturePlugin.card([
      "FIX_TRANSMIT": "if (command.length == 1) { return IMP_E_DEVICE_FAILED; }"
    ]).found()
    let pin = pin
    let summary = try await record(plugin, redacted: isRedacted) { opened in
      let card = try await CardConnection.connect(opened, options: CardOptions(locator: "fixture:0"))
      // Both ways: the card answers with what it was sent.
      #expect(try await card.transmit(pin) == pin + [0x90, 0])
      #expect(try await card.control(0x4200_0000 + 3400, pin) == pin)
      try await card.setAttribute(UInt32(pin.count), to: pin)
      _ = try? await card.transmit([7])
    }
    let written = try bytes(of: summary.path)
    #expect(!leaks(pin, into: written))
    // They are as long as they were, and the calls can be seen.
    var reader = try RecordingReader(summary.path)
    var functions: [CallFunction?] = []
    while let record = try reader.next() {
      guard case .request(let request) = record else { continue }
      functions.append(request.function)
      if request.function == .cardTransmit { #expect(request.body.count > 64) }
    }
    #expect(functions.filter { $0 == .cardTransmit }.count == 2)
    #expect(functions.contains(.cardControl) && functions.contains(.cardSetAttribute))
  }

  @Test func commandsAreNotMadeAgainByAReplay() async throws {
    let plugin = try FixturePlugin.card().found()
    let summary = try await record(plugin) { opened in
      let card = try await CardConnection.connect(opened, options: CardOptions(locator: "fixture:0"))
      _ = try await card.transmit([1, 2, 3])
    }
    let report = try replay(summary.path, on: plugin).report
    #expect(report.isGood, "\(String(describing: report.first))")
    let digest = try digest(summary.path)
    #expect(digest.ending == .complete)
  }
}
