// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Something that happens once, and that threads wait for.
final class Condition: @unchecked Sendable {
  // Sendable: `fulfilled` is read and written under the lock alone.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var fulfilled = false

  init() {
    lock.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  var isFulfilled: Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return fulfilled
  }

  func fulfil() {
    pthread_mutex_lock(lock)
    fulfilled = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  func wait() {
    pthread_mutex_lock(lock)
    while !fulfilled { pthread_cond_wait(changed, lock) }
    pthread_mutex_unlock(lock)
  }
}

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
