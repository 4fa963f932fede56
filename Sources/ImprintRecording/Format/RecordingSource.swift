// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Where a recording's bytes come from: a file, or memory.
struct RecordingSource: ~Copyable {
  /// For errors.
  let place: String
  private(set) var offset = 0
  private let bytes: [UInt8]
  private let descriptor: Int32?
  private let length: Int

  /// - Throws: `file` where it is no file that can be read.
  init(file path: String) throws(RecordingError) {
    // Not blocking, as a pipe would wait for a writer.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .file(path, errno, "opening it", remedy: "Give a file that you may read.") }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw RecordingError(
        .file, place: path, reason: "it is not a file.", remedy: "Give the file of a recording.")
    }
    place = path
    bytes = []
    descriptor = file
    length = Int(status.st_size)
  }

  init(bytes: [UInt8], place: String = "recording") {
    self.bytes = bytes
    self.place = place
    descriptor = nil
    length = bytes.count
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  var remaining: Int { length - offset }

  /// The next bytes; `nil` where fewer are left, and nothing is reserved for them.
  mutating func take(_ count: Int) throws(RecordingError) -> [UInt8]? {
    guard count <= remaining else {
      offset = length
      return nil
    }
    guard let descriptor else {
      defer { offset += count }
      return Array(bytes[offset..<offset + count])
    }
    var number: Int32 = 0
    let taken = [UInt8](unsafeUninitializedCapacity: count) { room, used in
      while used < count {
        let got = pread(descriptor, room.baseAddress?.advanced(by: used), count - used, off_t(offset + used))
        if got < 0, errno == EINTR { continue }
        if got < 0 { number = errno }
        if got <= 0 { return }
        used += got
      }
    }
    guard number == 0 else { throw .file(place, number, "reading it", remedy: "Look after the disk.") }
    offset += taken.count
    // Somebody cuts it meanwhile.
    return taken.count == count ? taken : nil
  }
}
