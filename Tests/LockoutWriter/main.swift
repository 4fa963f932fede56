// SPDX-License-Identifier: Apache-2.0
// LockoutWriter <folder> <maximum> begin         begins an attempt, says `ready`, waits for the input's end
// LockoutWriter <folder> <maximum> show          the same, and shows a challenge before
// LockoutWriter <folder> <maximum> lock          the same once it has failed until captures are locked
// LockoutWriter <folder> <maximum> hold <count>  begins so many at once, says how many it got, and waits
// LockoutWriter <folder> <maximum> fail <count>  makes so many attempts that fail
// LockoutWriter <folder> <maximum> work          makes attempts that succeed and fail in turn, without end
// Prints the code of the error that ends it.
import Glibc
import ImprintLockout
import ImprintModel
import ProcessSupport

endWithParent()

func say(_ words: String) {
  print(words)
  fflush(nil)
}

func waitForInputToEnd() {
  while readLine() != nil {}
}

/// Those that it got of so many that were begun at once.
@concurrent func attempts(_ count: Int, of lockout: LockoutStore) async -> [LockoutAttempt] {
  await withTaskGroup(of: LockoutAttempt?.self) { group in
    for _ in 0..<count {
      group.addTask {
        do throws(LockoutError) {
          return try await lockout.begin()
        } catch {
          // No other error is wanted.
          guard error.code == .attemptsTaken else { exit(1) }
          return nil
        }
      }
    }
    var held: [LockoutAttempt] = []
    for await case let attempt? in group { held.append(attempt) }
    return held
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let maximum = Int(arguments[2]) else { exit(64) }
let number = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 0
do throws(LockoutError) {
  let lockout = LockoutStore(
    folder: arguments[1], settings: try LockoutSettings(maxCapturesBeforeDelay: maximum),
    patience: .seconds(60))
  switch arguments[3] {
  case "begin", "show":
    let attempt = try await lockout.begin()
    if arguments[3] == "show" { try await attempt.shown() }
    say("ready")
    waitForInputToEnd()
    withExtendedLifetime(attempt) {}
  case "lock":
    while try await lockout.standing().timeToUnlock == 0 { try await lockout.begin().end(.fake) }
    say("ready")
    waitForInputToEnd()
  case "hold":
    let held = await attempts(number, of: lockout)
    say("\(held.count)")
    waitForInputToEnd()
    withExtendedLifetime(held) {}
  case "fail", "work":
    var done = 0
    while arguments[3] == "work" || done < number {
      let attempt = try await lockout.begin(subject: LockoutSubject("ada"))
      try await attempt.shown()
      try await attempt.end(arguments[3] == "work" && done.isMultiple(of: 2) ? .success : .fake)
      done += 1
    }
  default: exit(64)
  }
} catch {
  say(error.code.rawValue)
  exit(1)
}
