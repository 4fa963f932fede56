// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Synchronization

/// Threads of a check's own: plain ones, so that nothing stays in a pool and is counted as the plugin's.
enum Parallel {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs the body on so many threads at once, and waits for all.
  static func run(threads: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) throws {
    var started: [pthread_t] = []
    defer { for thread in started { pthread_join(thread, nil) } }
    for index in 0..<threads { started.append(try start { body(index) }) }
  }

  /// Starts one thread; who calls joins it.
  static func start(_ body: @escaping @Sendable () -> Void) throws -> pthread_t {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw CheckSkip("the system starts no thread: \(String(cString: strerror(status))).")
    }
    return thread
  }
}

/// Makes each call on a thread of its own. All of them live until ``end()``, so that no call has the thread, or the
/// thread's number, of one before.
final class NewThreads: @unchecked Sendable {
  // Sendable: the list is its owner's alone; the threads look at the atomic only.
  private let isOver = Atomic(false)
  private var threads: [pthread_t] = []

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
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }
}
