// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `sdkctl lockout`, on what an application counted.
@Suite struct LockoutCommandTests {
  private let home: TemporaryFolder
  private var folder: String { "\(home.path)/lockout" }

  init() throws { home = try TemporaryFolder() }

  private func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(["lockout"] + arguments + ["--folder", folder], home: home)
  }

  private func fail(_ times: Int, _ subject: LockoutSubject?) async throws {
    let store = LockoutStore(folder: folder)
    for _ in 0..<times { try await store.begin(subject: subject).end(.fake) }
  }

  @Test func failedCapturesAreShownAndForgotten() async throws {
    try await fail(2, LockoutSubject("ada"))
    let shown = try run(["show", "--subject", "ada", "--json"]).json
    let (device, subject) = (shown["device"] as? [String: Any], shown["subject"] as? [String: Any])
    #expect(shown["locked"] as? Bool == false)
    #expect(device?["failures"] as? Int == 2 && device?["attemptsLeft"] as? Int == 3)
    #expect(subject?["failures"] as? Int == 2)
    let reset = try run(["reset", "--subject", "ada"])
    #expect(reset.exitCode == 0 && reset.output.contains("1 record forgotten"))
    let after = try run(["show", "--subject", "ada", "--json"]).json
    #expect((after["subject"] as? [String: Any])?["failures"] as? Int == 0)
    #expect((after["device"] as? [String: Any])?["failures"] as? Int == 2)
  }

  @Test func aLockIsShownWithItsEndAndResetEndsIt() async throws {
    try await fail(5, nil)
    let shown = try run(["show", "--json"]).json
    #expect(shown["locked"] as? Bool == true)
    #expect(((shown["device"] as? [String: Any])?["secondsToUnlock"] as? Int ?? 0) > 0)
    #expect(try run(["reset"]).exitCode == 0)
    _ = try await LockoutStore(folder: folder).begin().end(.cancelled)
  }

  @Test func whereNothingWasCountedNothingIsCreated() throws {
    let shown = try run(["show"])
    #expect(shown.exitCode == 0 && shown.output.contains("the device"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func aDamagedRecordIsAnErrorAndResetRemovesIt() async throws {
    try await fail(1, nil)
    try Data("damaged".utf8).write(to: URL(filePath: "\(folder)/device"))
    let shown = try run(["show", "--json"])
    #expect(shown.exitCode == 1)
    #expect((try shown.json["error"] as? [String: Any])?["code"] as? String == "damaged")
    #expect(try run(["reset"]).exitCode == 0)
    #expect(try run(["show"]).exitCode == 0)
  }
}
