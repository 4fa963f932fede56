// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What is below the bundled recogniser, linked as it is, in a program of its own.
@Suite(
  .enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE is not set: no recogniser with its model"))
struct SphinxTrialTests {
  /// What a trial finds wrong, a line each.
  private func trial(_ arguments: String...) throws -> String {
    let stage = try #require(BuiltProducts.stage)
    let process = Process()
    process.executableURL = try BuiltProducts.folder().appending(path: "SphinxTrial")
    process.arguments = [stage.appending(path: "plugins/dev.imprint.speech-sphinx/models").path] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus <= 1 else {
      return output + "ended by \(process.terminationReason) with \(process.terminationStatus)"
    }
    return output
  }

  @Test func whatWouldEndTheProcessEndsTheCallAndOpensNoFile() throws {
    #expect(try trial("guard").isEmpty)
  }

  @Test func aRefusalTellsModelFromGraphAndLeavesNoMemory() throws {
    #expect(try trial("refusals").isEmpty)
  }

  @Test func phrasesAreSpottedTheSameAfterAResetAndInAnyPieces() throws {
    #expect(try trial("again").isEmpty)
  }

  /// Bounded by the processor time of the trial's own process, far above what it takes.
  @Test(arguments: ["100", "400"]) func aHostileListOfPhrasesIsHeardInTime(count: String) throws {
    #expect(try trial("phrases", count).isEmpty)
  }

  /// A minute where tests are deep: there the end takes longest.
  @Test func hostileWordsAreHeardAndFinishedInTime() throws {
    let isDeep = ProcessInfo.processInfo.environment["IMPRINT_TEST_DEEP"] != nil
    #expect(try trial("words", "5000", isDeep ? "60" : "15").isEmpty)
  }

  /// Half a minute without pauses, which is when ends of words are most.
  @Test func boundsOfTheWorkChangeNothingOfSpeechWithoutPauses() throws {
    var samples: [Int16] = []
    let said = try SpokenSound.all.map { try SpokenSound($0).withoutSilence }
    for turn in 0... where samples.count < 30 * SpokenSound.rate {
      samples += said[turn % said.count].samples.map { Int16(($0 * 32767).rounded()) }
    }
    let file = try samples.withUnsafeBytes { try TemporaryFolder().write($0, to: "sound") }
    #expect(try trial("bounds", file, "1000").isEmpty)
  }
}
