// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// Whose turn it is to call into one loaded library: the lock behind the contract's "one thread at a time".
///
/// One for each library in the process, whatever opened it: the loader gives two runtimes the same instance,
/// with the same variables. It is the library's, not the host's: no host ability and no state of the host
/// waits for it, so a callback from inside a call never does.
final class LibraryTurn: Sendable {
  private typealias Release = @Sendable () -> Void

  private let turn = Mutex(())
  /// What has been released and is not destroyed yet, oldest first.
  private let released = Mutex<[Release]>([])

  // Grows with the libraries that are loaded, and they are never unloaded.
  private static let turns = Mutex<[UInt: LibraryTurn]>([:])

  /// Of a library in a worker of its own: nobody else in this process calls into it.
  init() {}

  /// The turn of a library, by the loader's handle: the same for everybody who loaded that instance.
  static func of(_ library: UnsafeMutableRawPointer) -> LibraryTurn {
    turns.withLock { turns in
      let key = UInt(bitPattern: library)
      if let known = turns[key] { return known }
      let made = LibraryTurn()
      turns[key] = made
      return made
    }
  }

  /// Makes a call in turn: after those before it, and after what was released before.
  func take<Answer>(_ body: () -> Answer) -> Answer {
    destroyReleased()
    return turn.withLock { _ in body() }
  }

  /// Destroys an object in turn, before any call that begins later. A task does not wait for that.
  func release(_ destroy: @escaping @Sendable () -> Void) {
    released.withLock { $0.append(destroy) }
    PluginWork.release { self.destroyReleased() }
  }

  private func destroyReleased() {
    // The last of a plugin's objects closes the plugin, which is a release of its own: outside of the turn.
    while let done = turn.withLock({ _ in destroyNext() }) { withExtendedLifetime(done) {} }
  }

  private func destroyNext() -> Release? {
    let next = released.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    next?()
    return next
  }
}
