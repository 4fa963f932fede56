// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The program that is running.
package enum RunningProgram {
  /// Its file, by `/proc/self/exe`; `nil` where that cannot be read.
  package static var path: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let length = readlink("/proc/self/exe", start, room.count)
      guard length > 0, length < room.count else { return nil }
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<length]), as: UTF8.self)
    }
  }
}
