// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport

/// Another program that streams from a camera; it ends with its last use.
final class StreamingProgram {
  private let process = Process()
  private let path: String

  init(_ path: String) throws {
    self.path = path
    process.executableURL = URL(filePath: "/usr/bin/v4l2-ctl")
    process.arguments = ["-d", path, "--stream-mmap", "--stream-to=/dev/null"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  // Not waited for: that would hold the one thread that trials run on.
  deinit { process.send(SIGKILL) }

  var number: pid_t { process.processIdentifier }

  /// It has the driver's buffers mapped.
  var isStreaming: Bool {
    get throws { try String(contentsOfFile: "/proc/\(number)/maps", encoding: .utf8).contains(path) }
  }
}
