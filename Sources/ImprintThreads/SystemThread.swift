// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A thread of the system's: for work that waits, which must not take the few threads that all tasks share.
package struct SystemThread: Sendable {
  private let thread: pthread_t

  /// How a thread is made.
  package struct Settings: Sendable {
    /// `nil`: as the system has it.
    package var stackBytes: Int?
    /// Without them no signal of the process is handled on it.
    package var takesSignals = true

    package init(stackBytes: Int? = nil, takesSignals: Bool = true) {
      self.stackBytes = stackBytes
      self.takesSignals = takesSignals
    }
  }

  private final class Work {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts one that somebody joins.
  /// - Throws: where the system has no more threads; the work does not run then.
  package static func start(
    _ settings: Settings = Settings(), _ run: @escaping @Sendable () -> Void
  ) throws(SystemThreadError) -> SystemThread {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let bytes = settings.stackBytes {
      let status = pthread_attr_setstacksize(&attributes, bytes)
      guard status == 0 else { throw SystemThreadError(number: status) }
    }
    // A thread begins with the mask of whoever starts it.
    var before = sigset_t()
    if !settings.takesSignals {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, &before)
    }
    defer { if !settings.takesSignals { pthread_sigmask(SIG_SETMASK, &before, nil) } }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(run))
    let status = pthread_create(
      &thread, &attributes,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      throw SystemThreadError(number: status)
    }
    return SystemThread(thread: thread)
  }

  /// Starts one that ends by itself.
  /// - Throws: as ``start(_:_:)`` does.
  package static func detach(
    _ settings: Settings = Settings(), _ run: @escaping @Sendable () -> Void
  ) throws(SystemThreadError) {
    pthread_detach(try start(settings, run).thread)
  }

  /// Waits for its end. Once for each thread, and not on itself.
  package func join() { pthread_join(thread, nil) }
}

/// Why a thread was not started.
package struct SystemThreadError: Error, Sendable {
  /// The system's.
  package let number: Int32

  package var sentence: String { "no thread could be started: \(String(cString: strerror(number)))." }
}
