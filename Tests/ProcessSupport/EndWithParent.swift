// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Who started this process.
private let starter = getppid()

/// Ends this process soon after the one that started it, however that ended: a test program that writes
/// without end would otherwise fill the disk when the tests are killed.
///
/// By looking, not by a signal at the parent's death: that comes when the parent's thread ends, and
/// Foundation starts processes from threads that come and go.
public func endWithParent() {
  _ = starter
  var thread = pthread_t()
  let failure = pthread_create(
    &thread, nil,
    { _ in
      while getppid() == starter { usleep(100_000) }
      _exit(99)
    }, nil)
  guard failure == 0 else { _exit(98) }
  pthread_detach(thread)
}
