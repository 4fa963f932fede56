// SPDX-License-Identifier: Apache-2.0

/// The program that is running.
package enum RunningProgram {
  /// Its file, from `/proc/self/exe`; `nil` if that cannot be read.
  package static var path: String? { FileLink.target(of: "/proc/self/exe") }
}
