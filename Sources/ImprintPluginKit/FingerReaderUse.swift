// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The use of one reader by one session, in the whole process. It ends when this is released: keep it
/// in the session.
///
/// Each plugin's library has its own list. Other processes are no concern of a plugin: a device of the
/// machine is busy there by itself, and the host sees to all others.
public final class FingerReaderUse: Sendable {
  private static let used = Mutex<Set<String>>([])
  private let reader: String

  /// - Parameter reader: what tells this reader from all others, whichever of its names it was opened by:
  ///   its id, or a file's device and number.
  /// - Throws: `.busy` while another session uses it.
  public init(of reader: String) throws(PluginFailure) {
    guard Self.used.withLock({ $0.insert(reader).inserted }) else {
      throw PluginFailure(.busy, "The reader is in use by this program; close it there first.")
    }
    self.reader = reader
  }

  deinit { _ = Self.used.withLock { $0.remove(reader) } }
}
