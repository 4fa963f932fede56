// SPDX-License-Identifier: Apache-2.0

/// The errors of whoever keeps files here: each store says in its own type and words what went wrong.
package protocol FileFailure: Error {
  /// The system refused.
  init(system: SystemFailure, place: String)
  /// There is no such folder.
  static func noFolder(_ place: String) -> Self
  /// Others than the owner may enter the folder.
  static func unsafeFolder(_ place: String, reason: String, remedy: String) -> Self
  /// It is there, and is no file that could be what was asked for.
  static func notAFile(_ place: String, reason: String) -> Self
  /// Somebody else has held a lock for all that time.
  static func busy(_ place: String, for time: Duration) -> Self
  /// The task was cancelled while it waited for a lock.
  static func cancelled(_ place: String) -> Self
}

extension FileFailure {
  /// The system's last error.
  package static func system(_ number: Int32, _ doing: String, place: String) -> Self {
    Self(system: SystemFailure(number, doing), place: place)
  }
}
