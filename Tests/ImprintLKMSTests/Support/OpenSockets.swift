// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The TCP sockets of this machine, as the kernel lists them.
enum OpenSockets {
  /// How many of a port are open: listening, connected, or waiting to be closed by this side.
  static func count(localPort: Int) throws -> Int {
    // 01 connected, 08 waiting to be closed by us, 0A listening.
    try lines().filter { $0[1].hasSuffix(name(localPort)) && ["01", "08", "0A"].contains($0[3]) }.count
  }

  /// Bytes that were sent to a port over connections that are open, and that its process has not read yet.
  static func unread(localPort: Int) throws -> Int {
    let port = name(localPort)
    return try lines().filter { $0[3] == "01" }.reduce(0) { sum, columns in
      let queues = columns[4].split(separator: ":").map { Int($0, radix: 16) ?? 0 }
      guard queues.count == 2 else { return sum }
      // On its way from the other end, and arrived.
      if columns[2].hasSuffix(port) { return sum + queues[0] }
      return columns[1].hasSuffix(port) ? sum + queues[1] : sum
    }
  }

  private static func name(_ port: Int) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return ":" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Their columns: number, local, remote, state, queues, …
  private static func lines() throws -> [[Substring]] {
    try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ") }.filter { $0.count > 4 }
  }
}
