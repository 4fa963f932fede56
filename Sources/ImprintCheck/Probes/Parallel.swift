// SPDX-License-Identifier: Apache-2.0
internal import Glibc

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
