// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Work on many pictures shows how far it is to somebody who watches, and to nobody else.
@Suite(.serialized) struct ProgressTests {
  private let installation: CalibratedInstallation
  private let arguments = ["evaluate", "--pairs", "pairs.csv"]

  init() throws { installation = try CalibratedInstallation() }

  @Test(arguments: [false, true]) func aTerminalShowsABar(json: Bool) throws {
    let terminal = try Terminal()
    let run = try installation.run(arguments + (json ? ["--json"] : []), errors: terminal.programsSide)
    #expect(run.exitCode == 0)
    let shown = terminal.shown()
    for done in ["33 % (1 of 3)", "66 % (2 of 3)", "100 % (3 of 3)"] {
      #expect(shown.contains("] \(done)"), "\(shown)")
    }
    // Results and progress do not mix, and the bar has gone at the end.
    #expect(!run.output.contains("(1 of 3)"))
    #expect(shown.hasSuffix("\r\u{1B}[K"), "\(shown)")
  }

  @Test func aFileGetsNone() throws {
    let run = try installation.run(arguments)
    #expect(run.exitCode == 0)
    #expect(!run.errors.contains("(1 of 3)") && !run.errors.contains("\u{1B}"), "\(run.errors)")
  }
}

/// A terminal of a test's own. What a program writes to it is kept until it is read.
private struct Terminal {
  let programsSide: FileHandle
  private let master: Int32

  init() throws {
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
      throw MissingForTest("no terminal: \(String(cString: strerror(errno)))")
    }
    // Its name lies in one place for the whole process: one terminal is opened at a time.
    let descriptor = open(String(cString: name), O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw MissingForTest("no terminal: \(String(cString: strerror(errno)))") }
    programsSide = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// All that was written to it.
  func shown() -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
