// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The device's clock, in whole seconds since 1970 UTC.
package enum WallClock {
  package static let now: @Sendable () -> Int64 = { Int64(time(nil)) }
}
