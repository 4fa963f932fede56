// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The TCP sockets of this machine, as the kernel lists them.
enum OpenSockets {
  /// How many of a port are open: listening, connected, or waiting to be closed by this side.
  static func count(localPort: Int) throws -> Int {
    let digits = String(localPort, radix: 16, uppercase: true)
    let port = String(repeating: "0", count: 4 - digits.count) + digits
    let lines = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8).split(separator: "\n")
    return lines.dropFirst().filter { line in
      let columns = line.split(separator: " ")
      // 01 connected, 08 waiting to be closed by us, 0A listening.
      return columns.count > 3 && columns[1].hasSuffix(":\(port)") && ["01", "08", "0A"].contains(columns[3])
    }.count
  }
}
