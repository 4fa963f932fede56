// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// The turns of calling into one loaded library: the lock behind the contract's "one thread at a time".
///
/// One per library in the process, whoever opened it: the loader gives two runtimes the same instance, with
/// the same globals. It protects the library, not the host: no host ability and no state of the host takes
/// it, so a callback from a call cannot deadlock.
final class LibraryTurn: Sendable {
  private typealias Release = @Sendable () -> Void

  private let turn = Mutex(())
  /// Released objects that are not destroyed yet, oldest first.
  private let released = Mutex<[Release]>([])

  // Grows with the loaded libraries, which are never unloaded.
  private static let turns = Mutex<[UInt: LibraryTurn]>([:])

  /// For a library in a worker of its own: nobody else in this process calls into it.
  init() {}

  /// The turn of a library, by the loader's handle: the same for all who loaded that instance.
  static func of(_ library: UnsafeMutableRawPointer) -> LibraryTurn {
    turns.withLock { turns in
      let key = UInt(bitPattern: library)
      if let known = turns[key] { return known }
      let made = LibraryTurn()
      turns[key] = made
      return made
    }
  }

  /// Makes a call in turn: after earlier calls and earlier releases.
  func take<Answer>(_ body: () -> Answer) -> Answer {
    destroyReleased()
    return turn.withLock { _ in body() }
  }

  /// Destroys an object in turn, before any call that begins later. Does not block a task.
  func release(_ destroy: @escaping @Sendable () -> Void) {
    released.withLock { $0.append(destroy) }
    PluginWork.release { self.destroyReleased() }
  }

  private func destroyReleased() {
    // Releasing the last of a plugin's objects closes the plugin, which is another release: outside the turn.
    while let done = turn.withLock({ _ in destroyNext() }) { withExtendedLifetime(done) {} }
  }

  private func destroyNext() -> Release? {
    let next = released.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    next?()
    return next
  }
}
