// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The identity of a file, independent of its path.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}

/// The identity of a file and of its last modification: differs after every change.
///
/// The modification time can be set back, the change time cannot.
struct FileState: Hashable {
  let identity: FileIdentity
  /// Bytes.
  let size: Int
  /// Nanoseconds since 1970.
  let modified: Int
  /// Nanoseconds since 1970.
  let changed: Int

  init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    size = Int(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// Whether a later change would be visible: file systems count time in ticks, and two changes within one
  /// tick look alike.
  var isSettled: Bool {
    var now = timespec()
    return clock_gettime(CLOCK_REALTIME, &now) == 0 && Self.nanoseconds(now) &- changed > Self.longestTick
  }

  // FAT has a resolution of 2 s; everything else is finer.
  private static let longestTick = 2_000_000_000

  private static func nanoseconds(_ time: timespec) -> Int {
    // Overflows beyond the year 2262, where times still differ from one another.
    time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }
}
