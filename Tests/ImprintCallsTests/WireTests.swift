// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
@testable import ImprintCalls
import Testing

/// What travels is committed, byte for byte: a host and a worker of two builds may meet, and a recording is
/// read years later. Run with IMPRINT_UPDATE_SNAPSHOTS=1 to write it anew, and look at what changed: a row
/// that was there must not.
@Suite struct WireTests {
  @Test func everyCallTravelsAsItAlwaysHas() throws {
    let plugin = TestPlugin()
    plugin.answer()
    let carrier = ListeningCarrier(plugin)
    do {
      let bridge = try CallBridge(over: carrier)
      let calls = try EveryCall(OpenedEntry(try bridge.table))
      try calls.make()
      withExtendedLifetime(bridge) {}
    }
    let many = ListeningCarrier(.ofMany())
    do {
      let bridge = try CallBridge(over: many)
      _ = try OpenedEntry(try bridge.table, host: TestPlugin.givingHost())
      withExtendedLifetime(bridge) {}
    }
    try expect(carrier.text + many.text, "calls.txt")
    for function in CallFunction.allCases {
      #expect(carrier.text.contains("\n\(function.name) on "), "\(function.name) was not called")
    }
  }

  @Test func everyFunctionIsWhatItAlwaysWas() throws {
    var text = ""
    for function in CallFunction.allCases {
      let traits = function.traits
      text += "\(function.rawValue) \(function) \(traits.name): deadline \(traits.deadline), "
      text += "makes \(traits.makes.map { "\($0)" } ?? "nothing"), after end \(traits.afterEnd), "
      text += "effect \(traits.effect), secret \(traits.isSecret), replay \(traits.replay)\n"
    }
    try expect(text, "functions.txt")
  }

  private func expect(_ text: String, _ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/calls/\(name)")
    if ProcessInfo.processInfo.environment["IMPRINT_UPDATE_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let committed = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let (now, before) = (text.split(separator: "\n"), committed.split(separator: "\n"))
    for (index, line) in now.enumerated() {
      let was = index < before.count ? before[index] : "nothing"
      try #require(line == was, "\(name), line \(index + 1)")
    }
    #expect(now.count == before.count)
  }
}
