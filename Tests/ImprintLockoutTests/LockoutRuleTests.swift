// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintLockout

/// What counts, what locks, and for how long: on a machine that runs.
@Suite struct LockoutRuleTests {
  let scratch: TemporaryFolder
  let machine = FakeMachine()
  let lockout: LockoutStore
  var folder: String { "\(scratch.path)/state/lockout" }

  init() throws {
    scratch = try TemporaryFolder()
    lockout = machine.process().lockout("\(scratch.path)/state/lockout")
  }

  private func standing(of subject: LockoutSubject? = nil) throws -> LockoutStanding {
    try lockout.standingBlocking(of: subject)
  }

  @Test func fiveFailedAttemptsLockForAMinute() throws {
    #expect(try standing().attemptsLeft == 5)
    for left in [4, 3, 2, 1] {
      try lockout.attempt(.fake)
      let now = try standing()
      #expect(now.attemptsLeft == left && !now.isLocked && now.unlockTime == nil)
    }
    try lockout.attempt(.noDecision)
    let now = try standing()
    #expect(now.attemptsLeft == 0 && now.timeToUnlock == 60)
    #expect(now.unlockTime?.utcMilliseconds == machine.wall + 60_000)
  }

  @Test func beginningWhileLockedFailsWithTheUnlockTime() throws {
    try lockout.attempt(.fake, 5)
    machine.run(10.25)
    let error = #expect(throws: LockoutError.self) { try lockout.beginBlocking() }
    #expect(error?.code == .captureIsLocked && error?.timeToUnlock == 50)
    #expect(error?.unlockTime?.utcMilliseconds == machine.wall + 49_750)
    #expect(error?.unlockTime == (try standing().unlockTime))
    #expect(try standing().device.running == 0)
  }

  @Test func timeToUnlockIsRoundedUp() throws {
    try lockout.attempt(.fake, 5)
    for (seconds, left) in [(0.0, 60), (0.001, 60), (0.999, 59), (58, 1), (0.999, 1), (0.001, 0)] {
      machine.run(seconds)
      #expect(try standing().timeToUnlock == left, "\(seconds) s later")
    }
    #expect(try standing().attemptsLeft == 5)
  }

  @Test func eachLockTakesTheNextDelayAndTheLastRepeats() throws {
    for delay in [60, 300, 900, 3600, 3600, 3600] {
      try lockout.attempt(.fake, 5)
      #expect(try standing().timeToUnlock == delay)
      machine.run(Double(delay) - 1)
      #expect(code { () throws(LockoutError) in try lockout.beginBlocking() } == .captureIsLocked)
      machine.run(1)
    }
  }

  @Test func oneDelayIsEveryLocks() throws {
    let lockout = machine.process().lockout(
      folder, try LockoutSettings(maxCapturesBeforeDelay: 1, delays: [7]))
    for _ in 0..<3 {
      try lockout.attempt(.fake)
      #expect(try lockout.standingBlocking().timeToUnlock == 7)
      machine.run(7)
    }
  }

  @Test func successEndsCounterAndRowOfDelays() throws {
    try lockout.attempt(.fake, 5)
    machine.run(60)
    try lockout.attempt(.fake, 4)
    try lockout.attempt(.success)
    #expect(try standing().device.locks == 0 && standing().attemptsLeft == 5)
    try lockout.attempt(.fake, 5)
    #expect(try standing().timeToUnlock == 60)
  }

  @Test(arguments: LockoutOutcome.allCases) func everyOutcomeHasItsEffect(outcome: LockoutOutcome) throws {
    let expected =
      switch outcome {
      case .success: 5
      case .fake, .noDecision, .matchRefused, .abandoned: 2
      case .unjudged, .cancelled, .interrupted, .timedOut, .cameraLost: 3
      }
    try lockout.attempt(.fake, 2)
    try lockout.attempt(outcome)
    #expect(try standing().attemptsLeft == expected)
    // Before any challenge.
    let attempt = try lockout.beginBlocking()
    let before = try standing().attemptsLeft
    try attempt.endBlocking(.abandoned)
    #expect(try standing().attemptsLeft == before.map { $0 + 1 })
  }

  @Test func minusOneSwitchesItOffAndTouchesNoFile() async throws {
    let off = machine.process().lockout(folder, try LockoutSettings(maxCapturesBeforeDelay: -1))
    for _ in 0..<20 {
      let attempt = try await off.begin(subject: LockoutSubject("ada"))
      try await attempt.shown()
      #expect(try await attempt.end(.fake).attemptsLeft == nil)
    }
    let now = try await off.standing(of: LockoutSubject("ada"))
    #expect(now.attemptsLeft == nil && now.timeToUnlock == 0 && now.unlockTime == nil)
    #expect(!FileManager.default.fileExists(atPath: folder))
    // Others' lock does not stop it.
    try lockout.attempt(.fake, 5)
    #expect(try await off.begin().standing.isLocked == false)
    #expect(try standing().isLocked)
  }

  @Test func openAttemptsCountAgainstThoseLeft() throws {
    let attempts = try (0..<5).map { _ in try lockout.beginBlocking() }
    #expect(attempts.map(\.standing.attemptsLeft) == [4, 3, 2, 1, 0])
    #expect(try standing().attemptsLeft == 0 && standing().timeToUnlock == 0)
    #expect(code { () throws(LockoutError) in try lockout.beginBlocking() } == .attemptsTaken)
    try attempts[0].endBlocking(.cancelled)
    let another = try lockout.beginBlocking()
    for attempt in attempts.dropFirst() + [another] { try attempt.endBlocking(.fake) }
    #expect(try standing().timeToUnlock == 60)
  }

  @Test func onlyTheFirstEndCounts() throws {
    let attempt = try lockout.beginBlocking()
    try attempt.endBlocking(.fake)
    #expect(try attempt.endBlocking(.fake).attemptsLeft == 4)
    #expect(try attempt.endBlocking(.success).attemptsLeft == 4)
    try attempt.shownBlocking()
    #expect(try standing().device.running == 0)
  }

  @Test func attemptThatIsReleasedCountsOnceItsChallengeWasShown() throws {
    _ = try lockout.beginBlocking()
    #expect(try standing().attemptsLeft == 5)
    try lockout.beginBlocking().shownBlocking()
    #expect(try standing().attemptsLeft == 4 && standing().device.running == 0)
  }

  @Test func attemptThatOutlivesAResetStillCounts() throws {
    let one = try lockout.beginBlocking()
    let other = try lockout.beginBlocking()
    #expect(try lockout.resetBlocking() == 1)
    #expect(try standing().attemptsLeft == 5)
    try one.shownBlocking()
    #expect(try standing().attemptsLeft == 4)
    #expect(try one.endBlocking(.fake).attemptsLeft == 4)
    #expect(try other.endBlocking(.fake).attemptsLeft == 3)
  }

  @Test func resetEndsALock() throws {
    try lockout.attempt(.fake, 5)
    #expect(try lockout.resetBlocking(.device) == 1)
    #expect(try standing().attemptsLeft == 5)
    try lockout.attempt(.fake, 5)
    #expect(try standing().timeToUnlock == 60)
    #expect(try lockout.resetBlocking() == 1 && lockout.resetBlocking() == 0)
  }

  @Test func othersSettingsThatAllowLessLockAtOnce() throws {
    try lockout.attempt(.fake, 4)
    let strict = machine.process().lockout(
      folder, try LockoutSettings(maxCapturesBeforeDelay: 3, delays: [9]))
    #expect(try strict.standingBlocking().timeToUnlock == 9)
    #expect(try standing().timeToUnlock == 9)
  }

  @Test func attemptOfBeforeTheLockCountsForTheNext() throws {
    let two = try LockoutSettings(maxCapturesBeforeDelay: 2)
    let strict = machine.process(11).lockout(folder, two)
    let attempts = try (0..<3).map { _ in try lockout.beginBlocking() }
    try attempts[0].endBlocking(.fake)
    try attempts[1].endBlocking(.fake)
    #expect(try strict.standingBlocking().timeToUnlock == 60)
    try attempts[2].endBlocking(.fake)
    machine.run(60)
    #expect(try strict.standingBlocking().attemptsLeft == 1)
  }
}

/// The claimed subject's own count.
@Suite struct LockoutSubjectTests {
  let scratch: TemporaryFolder
  let machine = FakeMachine()
  let lockout: LockoutStore
  let ada = LockoutSubject("ada")
  let bob = LockoutSubject("bob")
  var folder: String { "\(scratch.path)/lockout" }

  init() throws {
    scratch = try TemporaryFolder()
    lockout = machine.process().lockout("\(scratch.path)/lockout")
  }

  @Test func bothCountAndTheStricterHolds() throws {
    try lockout.attempt(.fake)
    try lockout.attempt(.matchRefused, 3, ada)
    let now = try lockout.standingBlocking(of: ada)
    #expect(now.device.attemptsLeft == 1 && now.subject?.attemptsLeft == 2 && now.attemptsLeft == 1)
    #expect(try lockout.standingBlocking(of: bob).subject?.attemptsLeft == 5)
    #expect(try lockout.standingBlocking().subject == nil)
  }

  @Test func lockedSubjectIsRefusedAndOthersAreNot() throws {
    try lockout.attempt(.matchRefused, 4, ada)
    // Whoever else succeeds ends the device's count, and not Ada's.
    try lockout.attempt(.success, 1, bob)
    #expect(try lockout.standingBlocking(of: ada).device.failures == 0)
    try lockout.attempt(.matchRefused, 1, ada)
    let error = #expect(throws: LockoutError.self) { try lockout.beginBlocking(subject: ada) }
    #expect(error?.code == .captureIsLocked && error?.timeToUnlock == 60)
    #expect(try lockout.standingBlocking(of: ada).attemptsLeft == 0)
    try lockout.attempt(.fake, 1, bob)
    try lockout.attempt(.fake)
  }

  @Test func lockedDeviceRefusesEverySubjectUntilTheLaterOfBoth() throws {
    try lockout.attempt(.matchRefused, 4, ada)
    try lockout.attempt(.success, 1, bob)
    try lockout.attempt(.matchRefused, 1, ada)
    machine.run(30)
    try lockout.attempt(.fake, 4)
    let now = try lockout.standingBlocking(of: ada)
    #expect(now.device.timeToUnlock == 60 && now.subject?.timeToUnlock == 30 && now.timeToUnlock == 60)
    #expect(now.unlockTime == now.device.unlockTime)
    #expect(code { () throws(LockoutError) in try lockout.beginBlocking(subject: bob) } == .captureIsLocked)
  }

  @Test func successEndsTheDevicesAndTheSubjectsCount() throws {
    try lockout.attempt(.matchRefused, 2, ada)
    try lockout.attempt(.success, 1, ada)
    let now = try lockout.standingBlocking(of: ada)
    #expect(now.device.failures == 0 && now.subject?.failures == 0)
    // Nothing of her is kept.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasPrefix("subject-") })
  }

  @Test func subjectsResetLeavesTheDevicesCount() throws {
    try lockout.attempt(.matchRefused, 2, ada)
    try lockout.attempt(.matchRefused, 1, bob)
    #expect(try lockout.resetBlocking(.subject(ada)) == 1)
    let now = try lockout.standingBlocking(of: ada)
    #expect(now.device.failures == 3 && now.subject?.failures == 0)
    #expect(try lockout.standingBlocking(of: bob).subject?.failures == 1)
    #expect(try lockout.resetBlocking() == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [".lock", ".staging"])
  }

  @Test(
    arguments: [
      [], [0], Array("../../etc/passwd".utf8), [0xFF, 0xFE, 0x2F], Array("ada/\n".utf8),
      [UInt8](repeating: 0x41, count: 1_000_000),
    ] as [[UInt8]]) func anyNameIsASubjectOfItsOwn(name: [UInt8]) throws
  {
    let subject = LockoutSubject(bytes: name)
    try lockout.attempt(.fake, 2, subject)
    try lockout.attempt(.fake, 1, LockoutSubject(bytes: name + [0]))
    #expect(try lockout.standingBlocking(of: subject).subject?.failures == 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasPrefix("subject-")
    }
    #expect(names.count == 2 && names.allSatisfy { $0.count == 8 + 64 })
  }

  @Test func namesAreNotToldByFilesErrorsOrDescriptions() throws {
    let subject = LockoutSubject("zaphod.beeblebrox")
    try lockout.attempt(.fake, 5, subject)
    let error = #expect(throws: LockoutError.self) { try lockout.beginBlocking(subject: subject) }
    var dumped = ""
    dump(subject, to: &dumped)
    #expect(![error.map { "\($0)" } ?? "", "\(subject)", dumped].contains { $0.contains("zaphod") })
    let unsalted = ContentHash(of: Array("zaphod.beeblebrox".utf8)).hex
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != ".staging" {
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      #expect(bytes.range(of: Data("zaphod".utf8)) == nil && !name.contains("zaphod"))
      #expect(!name.contains(unsalted))
    }
    // The same name is another number in another folder.
    let other = machine.process().lockout("\(scratch.path)/other")
    try other.attempt(.fake, 1, subject)
    let numbers = try [folder, "\(scratch.path)/other"].flatMap {
      try FileManager.default.contentsOfDirectory(atPath: $0).filter { $0.hasPrefix("subject-") }
    }
    #expect(Set(numbers).count == 2)
  }
}
