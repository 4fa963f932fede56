// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A POSIX thread: for blocking work, which must not occupy the few threads of the cooperative pool.
package struct SystemThread: Sendable {
  private let thread: pthread_t

  /// The attributes of a thread.
  package struct Settings: Sendable {
    /// `nil`: the system's default.
    package var stackBytes: Int?
    /// If false, all signals are blocked on it.
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

  /// Starts a joinable one. - Throws: if the system has no more threads; then the work does not run.
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
    // A thread inherits the signal mask of its creator.
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

  /// Starts a detached one.
  /// - Throws: as ``start(_:_:)`` does.
  package static func detach(
    _ settings: Settings = Settings(), _ run: @escaping @Sendable () -> Void
  ) throws(SystemThreadError) {
    pthread_detach(try start(settings, run).thread)
  }

  /// Joins it. Once per thread, and not on itself.
  package func join() { pthread_join(thread, nil) }
}

/// Why a thread was not started.
package struct SystemThreadError: Error, Sendable {
  /// The system's errno.
  package let number: Int32

  package var sentence: String { "no thread could be started: \(String(cString: strerror(number)))." }
}
