// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// Whether a disk has space for what activations write. A successful write is no proof: the log is
/// overwritten in place, and its pages are checkpointed later.
enum DiskSpace {
  /// The log to be checkpointed (4 MiB), what 64 activations in one commit add, and a margin.
  static let needed = 16 << 20

  /// Allocates the space in an unnamed file and frees it: respects quotas too.
  /// - Throws: `full`, `input-output`.
  static func check(beside path: String, bytes: Int = needed) throws(LicenseDatabaseError) {
    let probe = "\(path)-probe.\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let descriptor = open(probe, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno, "making a file beside it", place: path) }
    defer { close(descriptor) }
    guard unlink(probe) == 0 else { throw .system(errno, "removing a file beside it", place: path) }
    var failure: Int32
    repeat { failure = posix_fallocate(descriptor, 0, off_t(bytes)) } while failure == EINTR
    guard failure == 0 else {
      throw .system(failure, "taking \(bytes >> 20) MiB for what is written next", place: path)
    }
  }
}
