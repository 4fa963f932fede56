// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Imprint
import TestSupport

/// `sdkctl card bio`, a card in software that compares fingers, and the real daemon between them.
enum FingerCardTrials {
  static let all: [Trial] = [
    Trial(
      "sdkctl card bio enrols a pressed finger, verifies it, and another one leads to a block", part: .cards
    ) {
      let bench = try await FingerCardBench()
      try await bench.insert()
      let empty = try bench.finger()
      try expect(
        empty["state"] as? String == "empty" && empty["site"] as? String == "right-index", "\(empty)")
      _ = try bench.enroll(1)
      try bench.check(left: 3)
      let own = try bench.verify(1, exit: 0)
      try expect(own["verified"] as? Bool == true, "\(own)")
      for left in [2, 1, 0] {
        let other = try bench.verify(4, exit: 1)
        try expect(other["verified"] as? Bool == false && other["attemptsLeft"] as? Int == left, "\(other)")
        try expect(other["blocked"] as? Bool == (left == 0), "\(other)")
      }
      let blocked = try bench.verify(1, exit: 1)
      let error = blocked["error"] as? [String: Any]
      try expect(error?["code"] as? String == "comparison", "a blocked card says \(blocked)")
      try bench.check(state: "blocked", left: 0)
      // Who may store allows all attempts again.
      _ = try bench.enroll(1)
      _ = try bench.verify(1, exit: 0)
      _ = try bench.bio(["remove"] + FingerCardBench.pin, exit: 0)
      try bench.check(state: "empty", left: nil)
      bench.remove()
    },
    Trial("a card whose power and program are gone has used up its attempts", part: .cards) {
      let bench = try await FingerCardBench()
      try await bench.insert()
      _ = try bench.enroll(1)
      _ = try bench.verify(4, exit: 1)
      try bench.check(left: 2)
      try bench.kill()
      try await bench.insert()
      try bench.check(left: 2)
      _ = try bench.verify(1, exit: 0)
      bench.remove()
      try await bench.insert()
      try bench.check(left: 3)
      bench.remove()
    },
    Trial("a card that is torn out in VERIFY is told as such, and its attempt counts", part: .cards) {
      let bench = try await FingerCardBench()
      try await bench.insert()
      let file = try bench.capture(1)
      _ = try bench.bio(["store", file] + FingerCardBench.pin, exit: 0)
      bench.remove()
      for left in [2, 1] {
        // GET DATA and the question come first.
        try await bench.insert(faults: #"[{"command": 3, "do": "tear-out-counted"}]"#)
        let torn = try bench.bio(["verify", "--file", file], exit: 1)
        let error = torn["error"] as? [String: Any]
        try expect(error?["code"] as? String == "answer-lost", "it says \(torn)")
        bench.remove()
        try await bench.insert()
        try bench.check(left: left)
        bench.remove()
      }
      try await bench.insert()
      let verified = try bench.bio(["verify", "--file", file], exit: 0)
      try expect(verified["verified"] as? Bool == true, "\(verified)")
      bench.remove()
    },
    Trial("neither sdkctl nor the card's log tells a minutia", part: .cards) {
      let bench = try await FingerCardBench()
      try await bench.insert()
      let file = try bench.capture(1)
      _ = try bench.bio(["store", file] + FingerCardBench.pin, exit: 0)
      _ = try bench.bio(["verify", "--file", file], exit: 0)
      _ = try bench.bio(["verify", "--file", try bench.capture(4)], exit: 1)
      _ = try bench.bio(["remove"] + FingerCardBench.pin, exit: 0)
      bench.remove()
      let minutiae = try bench.minutiae(of: file)
      try expect(minutiae.count > 8, "the template has \(minutiae.count) minutiae")
      let log = try String(contentsOfFile: bench.log, encoding: .utf8)
      try expect(log.contains("00210002, <redacted>"), "the log has no VERIFY: \(log)")
      for text in bench.told + [log] {
        let plain = text.uppercased().filter { $0.isHexDigit }
        let found = minutiae.first { plain.contains($0) || text.contains($0.lowercased()) }
        try expect(found == nil, "a minutia is told in: \(text)")
      }
    },
  ]
}

/// `imprint-virtual-card` with a finger, scripts of presses, and `sdkctl card bio`.
private final class FingerCardBench: @unchecked Sendable {
  // Sendable: one trial uses it, a call at a time.
  /// The PIN that allows changes.
  static let pin = ["--pin-reference", "1"]

  private let rig: CardRig
  private let home: TemporaryFolder
  private let stage: String
  private var program: Process?
  private var captured = 0
  /// All that sdkctl has printed.
  private(set) var told: [String] = []

  var log: String { "\(home.path)/card.log" }

  init() async throws {
    guard let stage = ProcessInfo.processInfo.environment["IMPRINT_STAGE"] else {
      throw TrialFailure("IMPRINT_STAGE names no stage")
    }
    self.stage = stage
    rig = try CardRig()
    home = try TemporaryFolder()
    let trial = try run(["license", "trial"], input: "")
    try expect(trial.status == 0, "there is no trial licence: \(trial.output)")
  }

  deinit { program?.terminate() }

  // MARK: The card

  /// Starts the program, and waits until pcscd has seen the card.
  func insert(faults: String = "[]") async throws {
    try await until("the reader is empty") { try !rig.info(CardRig.reader).state.contains(.card) }
    let card = try home.write(
      """
      {"pins": [{"reference": 1, "value": "123456"}],
       "fingers": [{"reference": 2, "site": "right-index", "threshold": 8, "store": {"pin": 1}}],
       "faults": \(faults)}
      """, to: "card.json")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(stage)/bin/imprint-virtual-card")
    process.arguments = ["--card", card, "--memory", "\(home.path)/memory.json", "--log"]
    if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(fileURLWithPath: log)) }
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try output.seekToEnd()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    program = process
    try await until("pcscd has seen the card") { try rig.info(CardRig.reader).state.contains(.card) }
  }

  func remove() {
    program?.interrupt()
    program?.waitUntilExit()
    program = nil
  }

  /// As when the power goes.
  func kill() throws {
    guard let program else { throw TrialFailure("no card is in the reader") }
    try expect(sendSignal(SIGKILL, to: program.processIdentifier), "the card's program cannot be killed")
    program.waitUntilExit()
    self.program = nil
  }

  // MARK: sdkctl

  private func run(_ arguments: [String], input: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(stage)/bin/sdkctl")
    process.arguments = arguments + ["--root", stage]
    var environment = ProcessInfo.processInfo.environment
    for name in environment.keys where name.hasPrefix("XDG_") { environment[name] = nil }
    environment["HOME"] = home.path
    process.environment = environment
    let (output, entered) = (Pipe(), Pipe())
    (process.standardOutput, process.standardInput) = (output, entered)
    let errors = try home.write("", to: "errors")
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    entered.fileHandleForWriting.write(Data(input.utf8))
    try entered.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    told += [text, try String(contentsOfFile: errors, encoding: .utf8)]
    return (process.terminationStatus, text)
  }

  func bio(_ arguments: [String], exit status: Int32) throws -> [String: Any] {
    let all = ["card", "bio"] + arguments + ["--reader", CardRig.reader, "--json"]
    let run = try run(all, input: arguments.contains("--pin-reference") ? "123456\n" : "")
    try expect(run.status == status, "\(arguments) ended with \(run.status): \(run.output)\(told.last ?? "")")
    return try Sdkctl.document(run.output)
  }

  /// What the card says of its finger.
  func finger() throws -> [String: Any] {
    guard let finger = (try bio(["info"], exit: 0)["fingers"] as? [[String: Any]])?.first else {
      throw TrialFailure("the card has no finger")
    }
    return finger
  }

  /// Expects the card to say this of its finger.
  func check(
    state: String = "not-verified", left: Int?, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    let said = try finger()
    try expect(
      said["state"] as? String == state && said["attemptsLeft"] as? Int == left, "the card says \(said)",
      file: file, line: line)
  }

  private func pressed(_ finger: Int) throws -> [String] {
    ["--finger-reader", try DrawnFinger.script(finger, in: home), "--pace", "full"]
  }

  func enroll(_ finger: Int) throws -> [String: Any] {
    try bio(["enroll", "--similarity", "8"] + Self.pin + pressed(finger), exit: 0)
  }

  func verify(_ finger: Int, exit status: Int32) throws -> [String: Any] {
    try bio(["verify"] + pressed(finger), exit: status)
  }

  /// A template of a pressed finger, in a file.
  func capture(_ finger: Int) throws -> String {
    captured += 1
    let folder = "\(home.path)/captured-\(captured)"
    let script = try DrawnFinger.script(finger, in: home)
    let run = try run(
      [
        "finger", "capture", "--reader", script, "--pace", "full", "--template-type", "imprint.finger-card",
        "--out", folder,
      ], input: "")
    try expect(run.status == 0, "no finger was captured: \(run.output)\(told.last ?? "")")
    return "\(folder)/1.template"
  }

  /// Of a template of the compact card: six digits each.
  func minutiae(of file: String) throws -> [String] {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    let payload = Array(try TemplateEnvelope.decode(bytes).payload.dropFirst(12))
    return stride(from: 0, to: payload.count, by: 3).map { Hex.text(payload[$0..<$0 + 3]) }
  }
}
