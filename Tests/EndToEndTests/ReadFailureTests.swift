// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A file that cannot be read to its end is told as that, and never taken for a shorter one.
@Suite struct ReadFailureTests {
  /// A regular file of length 0 whose first read fails: nothing is mapped at its beginning.
  private let unreadable = "/proc/self/mem"

  @Test(arguments: [["template", "inspect"], ["license", "verify"]])
  func aFileThatFailsWhileItIsReadIsNotAnEmptyOne(command: [String]) throws {
    let run = try CommandRun.sdkctl(command + [unreadable, "--json"], home: TemporaryFolder())
    #expect(run.exitCode == 1, "\(run.output) \(run.errors)")
    let error = try #require(try run.json["error"] as? [String: Any])
    #expect(error["code"] as? String == "file")
    #expect(error["place"] as? String == unreadable)
  }

  @Test func commandsForACardThatCannotBeReadAreNotNone() throws {
    // A folder can be opened, and not be read.
    let input = try #require(FileHandle(forReadingAtPath: "/"))
    let run = try CommandRun.sdkctl(
      ["card", "apdu", "00A40400", "-", "--json"], home: TemporaryFolder(), input: input)
    #expect(run.exitCode == 1)
    let error = try #require(try run.json["error"] as? [String: Any])
    #expect(error["code"] as? String == "file")
    #expect(error["place"] as? String == "standard input")
  }
}
