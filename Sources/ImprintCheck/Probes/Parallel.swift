// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintThreads
internal import Synchronization

/// Threads of a check's own: not pooled ones, so that no pool thread is counted as the plugin's.
enum Parallel {
  /// Runs the body on several threads at once, and waits for all.
  static func run(threads: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) throws {
    var started: [SystemThread] = []
    defer { for thread in started { thread.join() } }
    for index in 0..<threads { started.append(try start { body(index) }) }
  }

  /// The same, for a throwing body.
  /// - Throws: The first error, once all have ended.
  static func trying(
    threads: Int, _ body: @escaping @Sendable (_ index: Int, _ failure: Failure) throws -> Void
  ) throws {
    let failure = Failure()
    try run(threads: threads) { index in
      do { try body(index, failure) } catch { failure.set(error) }
    }
    try failure.get()
  }

  /// What one of several threads found, so that the others can stop.
  final class Failure: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    var isThere: Bool { error.withLock { $0 != nil } }

    func set(_ found: any Error) { error.withLock { $0 = $0 ?? found } }

    func get() throws { if let error = error.withLock({ $0 }) { throw error } }
  }

  /// Starts one thread; the caller joins it.
  static func start(_ body: @escaping @Sendable () -> Void) throws -> SystemThread {
    do throws(SystemThreadError) { return try SystemThread.start(.init(), body) } catch {
      throw CheckSkip(error.sentence)
    }
  }
}

/// Makes each call on a thread of its own. All of them live until ``end()``, so that no call reuses an
/// earlier one's thread or thread id.
final class NewThreads: @unchecked Sendable {
  // Sendable: only the owner uses the list; the threads only read the atomic.
  private let isOver = Atomic(false)
  private var threads: [SystemThread] = []

  /// Waits for the call, and throws what it threw.
  func run(_ body: @escaping () throws -> Void) throws {
    nonisolated(unsafe) let body = body
    let result = Mutex<Result<Void, any Error>?>(nil)
    let thread = try Parallel.start { [self] in
      let made = Result { try body() }
      result.withLock { $0 = made }
      while !isOver.load(ordering: .relaxed) { usleep(1000) }
    }
    threads.append(thread)
    while true {
      if let made = result.withLock({ $0 }) { return try made.get() }
      usleep(200)
    }
  }

  /// Ends the threads.
  func end() {
    isOver.store(true, ordering: .relaxed)
    for thread in threads { thread.join() }
    threads = []
  }
}
