// SPDX-License-Identifier: Apache-2.0
internal import CSoundFile
private import Synchronization

/// An in-memory file for libsndfile.
final class SoundFileMemory {
  private(set) var bytes: [UInt8]
  private var position = 0

  /// libsndfile stores errors on opening in a global variable.
  private static let opening = Mutex(())

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Opens it; the memory lives as long as `work` runs.
  /// - Returns: `nil` if libsndfile rejects it.
  func withFile<Value>(
    _ mode: Int32, _ info: inout SF_INFO, _ work: (OpaquePointer, SF_INFO) -> Value
  ) -> Value? {
    var calls = SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(SoundFileMemory.from($0)?.bytes.count ?? 0) },
      seek: { SoundFileMemory.from($2)?.seek($0, $1) ?? -1 },
      read: { SoundFileMemory.from($2)?.read($0, $1) ?? 0 },
      write: { SoundFileMemory.from($2)?.write($0, $1) ?? 0 },
      tell: { sf_count_t(SoundFileMemory.from($0)?.position ?? 0) })
    return withExtendedLifetime(self) {
      let own = Unmanaged.passUnretained(self).toOpaque()
      var opened: OpaquePointer?
      Self.opening.withLock { _ in opened = sf_open_virtual(&calls, mode, &info, own) }
      guard let file = opened else { return nil }
      let value = work(file, info)
      sf_close(file)
      return value
    }
  }

  /// The memory whose pointer was handed over.
  private static func from(_ pointer: UnsafeMutableRawPointer?) -> SoundFileMemory? {
    pointer.map { Unmanaged<SoundFileMemory>.fromOpaque($0).takeUnretainedValue() }
  }

  private func seek(_ offset: sf_count_t, _ whence: Int32) -> sf_count_t {
    let start =
      switch whence {
      case SEEK_CUR: position
      case SEEK_END: bytes.count
      default: 0
      }
    let (target, overflow) = start.addingReportingOverflow(Int(offset))
    // Beyond the end nothing is read, and nothing is written there by libsndfile.
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return sf_count_t(position)
  }

  private func read(_ room: UnsafeMutableRawPointer?, _ count: sf_count_t) -> sf_count_t {
    guard let room, count > 0, position < bytes.count else { return 0 }
    let taken = min(Int(count), bytes.count - position)
    bytes.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: room, count: taken).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + taken]))
    }
    position += taken
    return sf_count_t(taken)
  }

  private func write(_ new: UnsafeRawPointer?, _ count: sf_count_t) -> sf_count_t {
    guard let new, count > 0 else { return 0 }
    let end = position + Int(count)
    if bytes.count < end { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
    bytes.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[position..<end]).copyMemory(
        from: UnsafeRawBufferPointer(start: new, count: Int(count)))
    }
    position = end
    return count
  }
}
