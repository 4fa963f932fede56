// SPDX-License-Identifier: Apache-2.0
// LockHolder <file> <reading | writing> <milliseconds>: takes the lock of a file, holds it so long, and takes
// it again at once, without end. Adds a byte to <file>.turns for each turn. Prints what ends it.
// LockHolder <file> <reading | writing> visits <number>: takes it in a task so many times, now and then, and
// prints how many turns others had while it waited. A process of its own: its tasks wait for no other tests.
import Glibc
import ImprintFiles
import ProcessSupport

/// What went wrong, in the words of no store.
private enum FailureCode: String, FileCode {
  case failed

  static func of(_ problem: FileProblem.Kind, _ place: String) -> (FailureCode, remedy: String?) {
    (.failed, nil)
  }
}

private typealias Failure = Explained<FailureCode>

endWithParent()
private let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
private let path = arguments[1]
private let kind: FileLock<Failure>.Kind = arguments[2] == "writing" ? .writing : .reading

private func hold(milliseconds: UInt32) throws(Failure) -> Never {
  let turns = open("\(path).turns", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  while true {
    let lock = try FileLock<Failure>.takeBlocking(path, kind, patience: .seconds(60), creates: true)
    try lock.whileHeld {
      write(turns, "x", 1)
      usleep(milliseconds * 1000)
    }
  }
}

private func turns() -> Int {
  var status = stat()
  return stat("\(path).turns", &status) == 0 ? Int(status.st_size) : 0
}

private func visit(_ count: Int) async throws(Failure) -> Int {
  var waited = 0
  for _ in 0..<count {
    let before = turns()
    let lock = try await FileLock<Failure>.take(path, kind, patience: .seconds(60))
    waited += turns() - before
    _ = consume lock
    usleep(10_000)
  }
  return waited
}

do throws(Failure) {
  if arguments[3] == "visits" {
    guard arguments.count == 5, let count = Int(arguments[4]) else { exit(64) }
    print(try await visit(count))
  } else {
    guard let time = UInt32(arguments[3]) else { exit(64) }
    try hold(milliseconds: time)
  }
} catch {
  print(error)
  exit(1)
}
