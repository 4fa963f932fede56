// SPDX-License-Identifier: Apache-2.0
// LockHolder <file> <reading | writing> <milliseconds>: takes the lock of a file, holds it so long, and takes it
// again at once, without end. Adds a byte to <file>.turns for each turn. Prints what ends it.
import Glibc
import ImprintFiles
import ProcessSupport

/// What went wrong, in the words of no store.
private enum Failure: FileFailure {
  case system(SystemFailure)
  case other(String)

  init(system: SystemFailure, place: String) { self = .system(system) }
  static func noFolder(_ place: String) -> Failure { .other("no folder") }
  static func unsafeFolder(_ place: String, reason: String, remedy: String) -> Failure { .other(reason) }
  static func notAFile(_ place: String, reason: String) -> Failure { .other(reason) }
  static func busy(_ place: String, for time: Duration) -> Failure { .other("busy") }
  static func cancelled(_ place: String) -> Failure { .other("cancelled") }
}

endWithParent()
private let arguments = CommandLine.arguments
guard arguments.count == 4, let time = UInt32(arguments[3]) else { exit(64) }
private let kind: FileLock<Failure>.Kind = arguments[2] == "writing" ? .writing : .reading
private let turns = open("\(arguments[1]).turns", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
do throws(Failure) {
  while true {
    let lock = try FileLock<Failure>.takeBlocking(
      arguments[1], kind, patience: .seconds(60), creates: true)
    try lock.whileHeld {
      write(turns, "x", 1)
      usleep(time * 1000)
    }
  }
} catch {
  print(error)
  exit(1)
}
