// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintLockout

/// Clocks that are set, machines that are restarted, processes that are killed.
@Suite struct LockoutTimeTests {
  let scratch: TemporaryFolder
  let machine = FakeMachine()
  var folder: String { "\(scratch.path)/lockout" }

  init() throws {
    scratch = try TemporaryFolder()
  }

  /// Locked for 60 s, by a process that ends then.
  private func lock() throws {
    let process = machine.process(9)
    try process.lockout(folder).attempt(.fake, 5)
    machine.kill(process)
  }

  private func standing() throws -> LockoutStanding {
    try machine.process(20).lockout(folder).standingBlocking()
  }

  @Test func lockSurvivesItsProcess() throws {
    try lock()
    machine.run(20)
    #expect(try standing().timeToUnlock == 40)
  }

  @Test(arguments: [1_000, 59_000, 60_000, 3_600_000, 3_000_000_000_000, Int64.max / 2] as [Int64])
  func clockSetForwardEndsNothing(by milliseconds: Int64) throws {
    try lock()
    machine.wall += milliseconds
    #expect(try standing().timeToUnlock == 60)
    machine.run(59)
    #expect(try standing().timeToUnlock == 1)
    machine.run(1)
    #expect(try standing().timeToUnlock == 0)
  }

  @Test(arguments: [1_000, 3_600_000, 3_000_000_000_000, Int64.max / 2] as [Int64])
  func clockSetBackMakesNothingEndless(by milliseconds: Int64) throws {
    try lock()
    machine.wall -= milliseconds
    #expect(try standing().timeToUnlock == 60)
    machine.run(60)
    #expect(try standing().timeToUnlock == 0)
  }

  @Test func unlockTimeGoesWithTheClock() throws {
    try lock()
    machine.wall += 1_000_000
    #expect(try standing().unlockTime?.utcMilliseconds == machine.wall + 60_000)
  }

  @Test(arguments: [(0.0, 60), (1, 59), (59.5, 1), (60, 0), (1e9, 0), (-1, 60), (-1e6, 60), (-1e12, 60)])
  func acrossARestartTheClockCountsUnlessItIsBehind(seconds: Double, left: Int) throws {
    try lock()
    machine.restart(after: seconds)
    #expect(try standing().timeToUnlock == left)
    #expect(try standing().attemptsLeft == (left == 0 ? 5 : 0))
  }

  @Test func afterARestartTheBootTimeClockCountsAgain() throws {
    try lock()
    machine.restart(after: 10)
    #expect(try standing().timeToUnlock == 50)
    machine.wall += 1_000_000
    #expect(try standing().timeToUnlock == 50)
    machine.wall -= 9_000_000
    machine.run(49)
    #expect(try standing().timeToUnlock == 1)
    machine.run(1)
    #expect(try standing().timeToUnlock == 0)
  }

  @Test func clockThatIsBehindEndsTheLockByRunning() throws {
    try lock()
    machine.restart(after: -1e9)
    #expect(try standing().timeToUnlock == 60)
    machine.run(60)
    #expect(try standing().timeToUnlock == 0)
    // It was seen to end, and stays ended.
    machine.restart(after: -1e9)
    #expect(try standing().timeToUnlock == 0)
  }

  /// As of a machine without a clock that runs while it is off, and that asks for the time later.
  @Test func clockThatStartsBehindAtEachRestartGivesNothing() throws {
    try lock()
    for _ in 0..<5 {
      let right = machine.wall
      machine.restart(after: -1e9)
      #expect(try standing().timeToUnlock == 60)
      // The time comes from a server, and nobody asks before the next restart.
      machine.wall = right
    }
    machine.restart(after: 7)
    #expect(try standing().timeToUnlock == 53)
  }

  @Test func clockSetBackBeforeTheLockAndRightAfterTheRestartGivesNothing() throws {
    try machine.process(9).lockout(folder).attempt(.fake)
    machine.wall -= 86_400_000
    try machine.process(9).lockout(folder).attempt(.fake, 4)
    machine.wall += 86_400_000
    machine.restart(after: 5)
    #expect(try standing().timeToUnlock == 55)
  }

  @Test func subjectWhoIsNewKnowsTheLatestTimeOfTheDevice() throws {
    let (lockout, ada) = (machine.process(9).lockout(folder), LockoutSubject("ada"))
    try lockout.attempt(.fake)
    machine.wall -= 86_400_000
    try lockout.attempt(.matchRefused, 3, ada)
    try lockout.attempt(.success)
    try lockout.attempt(.matchRefused, 2, ada)
    machine.wall += 86_400_000
    machine.restart(after: 5)
    let now = try machine.process(20).lockout(folder).standingBlocking(of: ada)
    #expect(now.device.timeToUnlock == 0 && now.subject?.timeToUnlock == 55)
  }

  @Test func runningTimeIsKeptAcrossARestartWithAClockThatIsBehind() throws {
    try lock()
    for seconds in [14.0, 14, 14] {
      machine.run(seconds)
      _ = try standing()
    }
    machine.restart(after: -1e9)
    // At most 15 s of it are lost.
    #expect(try (18...33).contains(standing().timeToUnlock))
  }

  @Test func failuresAndDelaysSurviveARestart() throws {
    try lock()
    machine.run(60)
    let process = machine.process(9)
    try process.lockout(folder).attempt(.fake, 3)
    machine.restart(after: 1e6)
    #expect(try standing().attemptsLeft == 2)
    try machine.process(9).lockout(folder).attempt(.fake, 2)
    #expect(try standing().timeToUnlock == 300)
  }

  @Test func withoutABootIDTheClockDoesNotEndALock() throws {
    machine.knowsBoot = false
    try lock()
    machine.wall += 86_400_000
    #expect(try standing().timeToUnlock == 60)
    machine.wall -= 172_800_000
    machine.run(20)
    #expect(try standing().timeToUnlock == 40)
    // The boot-time clock is behind: a restart.
    machine.restart(after: 200_000_000)
    #expect(try standing().timeToUnlock == 0)
  }

  @Test(arguments: [true, false]) func bootIDThatIsReadableOnlyOnceGivesNothing(first: Bool) throws {
    machine.knowsBoot = first
    try lock()
    machine.knowsBoot = !first
    machine.wall += 86_400_000
    #expect(try standing().timeToUnlock == 60)
    machine.run(30)
    #expect(try standing().timeToUnlock == 30)
  }

  @Test func extremeClocksNeitherOverflowNorEndALock() throws {
    for wall in [Int64.min, -1, 0, .max] {
      try machine.process(9).lockout(folder).resetBlocking()
      machine.wall = wall == .max ? .max - 1_000_000_000 : wall
      try lock()
      machine.wall = machine.wall < 0 ? 0 : machine.wall
      #expect(try standing().timeToUnlock == 60)
      machine.restart()
      #expect(try standing().timeToUnlock <= 60)
    }
    let far = LockoutMoment(boot: nil, bootTime: .max, wall: .max)
    let near = LockoutMoment(boot: nil, bootTime: .min, wall: .min)
    #expect(near.bootTime == 0 && near.wall == 0)
    for (first, then) in [(far, near), (near, far)] {
      var state = LockoutState(at: first)
      for _ in 0..<5 { state.end(0, .counts, by: .standard) }
      state.advance(to: then)
      #expect((0...60).contains(state.standing(at: then, by: .standard).timeToUnlock))
    }
  }

  @Test func longestDelayIsKept() throws {
    let settings = try LockoutSettings(
      maxCapturesBeforeDelay: 1, delays: [LockoutSettings.delaySeconds.upperBound])
    try machine.process(9).lockout(folder, settings).attempt(.fake)
    #expect(try standing().timeToUnlock == 2_592_000)
    machine.restart(after: 1)
    #expect(try standing().timeToUnlock == 2_591_999)
  }
}

/// Attempts whose process does not end them.
@Suite struct LockoutReservationTests {
  let scratch: TemporaryFolder
  let machine = FakeMachine()
  var folder: String { "\(scratch.path)/lockout" }

  init() throws {
    scratch = try TemporaryFolder()
  }

  private func standing() throws -> LockoutStanding {
    try machine.process(20).lockout(folder).standingBlocking()
  }

  @Test(arguments: [true, false]) func killedProcessCountsOnceAChallengeWasShown(isShown: Bool) throws {
    let process = machine.process(9)
    let attempt = try process.lockout(folder).beginBlocking()
    if isShown { try attempt.shownBlocking() }
    #expect(try standing().attemptsLeft == 4 && standing().device.running == 1)
    machine.kill(process)
    #expect(try standing().attemptsLeft == (isShown ? 4 : 5))
    #expect(try standing().device.running == 0 && standing().device.failures == (isShown ? 1 : 0))
    withExtendedLifetime(attempt) {}
  }

  @Test(arguments: [true, false]) func restartEndsAttemptsAsAKillDoes(isShown: Bool) throws {
    let attempt = try machine.process(9).lockout(folder).beginBlocking()
    if isShown { try attempt.shownBlocking() }
    machine.restart()
    // The number is another process's now, and it was started at the same tick.
    _ = machine.process(9)
    #expect(try standing().device.failures == (isShown ? 1 : 0) && standing().device.running == 0)
    withExtendedLifetime(attempt) {}
  }

  @Test func numberThatAnotherProcessHasNowIsNotTheSame() throws {
    let process = machine.process(9, started: 100)
    let attempt = try process.lockout(folder).beginBlocking()
    try attempt.shownBlocking()
    machine.kill(process)
    _ = machine.process(9, started: 101)
    #expect(try standing().device.failures == 1)
    withExtendedLifetime(attempt) {}
  }

  @Test func fiveKillsLock() throws {
    for number in 0..<5 {
      let process = machine.process(Int32(30 + number))
      try process.lockout(folder).beginBlocking().shownBlocking()
      machine.kill(process)
    }
    #expect(try standing().timeToUnlock == 60)
    #expect(
      code { () throws(LockoutError) in try machine.process(9).lockout(folder).beginBlocking() }
        == .captureIsLocked)
  }

  @Test func killCountsForTheSubjectToo() throws {
    let (process, ada) = (machine.process(9), LockoutSubject("ada"))
    try process.lockout(folder).beginBlocking(subject: ada).shownBlocking()
    machine.kill(process)
    let now = try machine.process(20).lockout(folder).standingBlocking(of: ada)
    #expect(now.device.failures == 1 && now.subject?.failures == 1)
  }

  @Test func processNobodyCanLookAtHasAnHour() throws {
    let process = machine.process(9)
    let attempt = try process.lockout(folder).beginBlocking()
    try attempt.shownBlocking()
    machine.hide(process)
    machine.run(3599)
    #expect(try standing().device.running == 1)
    machine.run(1)
    #expect(try standing().device.running == 0 && standing().device.failures == 1)
    // It lives after all: what it finds is what counts.
    #expect(try attempt.endBlocking(.success).attemptsLeft == 5)
  }

  @Test func withoutABootIDARestartEndsAttempts() throws {
    machine.knowsBoot = false
    let process = machine.process(9)
    let attempt = try process.lockout(folder).beginBlocking()
    try attempt.shownBlocking()
    machine.hide(process)
    #expect(try standing().device.running == 1)
    machine.restart()
    machine.hide(process)
    #expect(try standing().device.running == 0 && standing().device.failures == 1)
    withExtendedLifetime(attempt) {}
  }

  @Test func attemptsOfTwoProcessesAreCountedTogether() throws {
    let (one, other) = (machine.process(9).lockout(folder), machine.process(10).lockout(folder))
    let attempts = try [one, other, one, other, one].map { try $0.beginBlocking() }
    #expect(code { () throws(LockoutError) in try other.beginBlocking() } == .attemptsTaken)
    try attempts[1].endBlocking(.cancelled)
    #expect(try one.standingBlocking().attemptsLeft == 1)
  }
}
