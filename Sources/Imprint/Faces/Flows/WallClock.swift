// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// When a sample was captured.
enum WallClock {
  /// Since 1970.
  static var seconds: Int64 { Int64(time(nil)) }
}
