// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Runs work on a thread of its own, which ends with it.
/// - Returns: whether there was a thread for it; otherwise it does not run.
func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
  var thread = pthread_t()
  let argument = Unmanaged.passRetained(ThreadWork(run: work)).toOpaque()
  let result = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }, argument)
  guard result == 0 else {
    Unmanaged<ThreadWork>.fromOpaque(argument).release()
    return false
  }
  pthread_detach(thread)
  return true
}

private final class ThreadWork {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}
