// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The attempts that this process is making, in any folder.
enum OpenAttempts {
  private static let ids = Mutex<Set<UInt64>>([])

  static func add(_ id: UInt64) { ids.withLock { _ = $0.insert(id) } }

  static func remove(_ id: UInt64) { ids.withLock { _ = $0.remove(id) } }

  static func contains(_ id: UInt64) -> Bool { ids.withLock { $0.contains(id) } }
}
