// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// The turns of calling into one loaded library: the lock behind the contract's "one thread at a time".
///
/// One per library in the process, whoever opened it: the loader gives two runtimes the same instance, with
/// the same globals. It protects the library, not the host: no host ability and no state of the host takes
/// it, so a callback from a call cannot deadlock.
final class LibraryTurn: Sendable {
  private typealias Release = @Sendable () -> Void

  private struct Released {
    /// Objects that are not destroyed yet, oldest first.
    var objects: [Release] = []
    /// Whether somebody destroys them: who has the turn, or a thread that waits for it.
    var areTakenCareOf = false
  }

  private let turn = Mutex(())
  private let released = Mutex(Released())

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
    turn.withLock { _ in
      destroyReleased()
      return body()
    }
  }

  /// Destroys an object in turn, on another thread: before any call in turn that begins later. At the very
  /// end of the process it does nothing.
  func release(_ destroy: @escaping @Sendable () -> Void) {
    guard PluginWork.begins() else { return }
    let isFirst = released.withLock { released in
      defer { released.areTakenCareOf = true }
      released.objects.append(destroy)
      return !released.areTakenCareOf
    }
    if isFirst, !PluginWork.start({ self.turn.withLock { _ in self.destroyReleased() } }) {
      // The next release, or the next call in turn, does it: this thread may have the turn.
      released.withLock { $0.areTakenCareOf = false }
    }
  }

  /// To be called in turn. Releasing the last of a plugin's objects closes the plugin: that is another
  /// release, which is found at the end.
  private func destroyReleased() {
    while let destroy = next() {
      destroy()
      // Counted until its references are gone, so that what they release is counted before.
      _ = consume destroy
      PluginWork.ends()
    }
  }

  private func next() -> Release? {
    released.withLock { released in
      guard !released.objects.isEmpty else {
        released.areTakenCareOf = false
        return nil
      }
      return released.objects.removeFirst()
    }
  }
}
