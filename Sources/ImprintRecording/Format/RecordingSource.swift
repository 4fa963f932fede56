// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// The source of a recording's bytes: a file, or memory.
struct RecordingSource: ~Copyable {
  /// For errors.
  let place: String
  private(set) var offset = 0
  private let bytes: [UInt8]
  private let file: RegularFile?
  private let length: Int

  /// - Throws: `file` if it is not a readable file.
  init(file path: String) throws(RecordingError) {
    do throws(FileProblem) {
      let file = try RegularFile(path)
      length = file.size
      self.file = consume file
    } catch {
      throw RecordingError(
        .file, place: path, reason: error.reason, remedy: "Give a file that you may read.")
    }
    place = path
    bytes = []
  }

  init(bytes: [UInt8], place: String = "recording") {
    self.bytes = bytes
    self.place = place
    file = nil
    length = bytes.count
  }

  var remaining: Int { length - offset }

  /// The next bytes; `nil` if fewer are left, without allocating for them.
  mutating func take(_ count: Int) throws(RecordingError) -> [UInt8]? {
    guard count <= remaining else {
      offset = length
      return nil
    }
    guard file != nil else {
      defer { offset += count }
      return Array(bytes[offset..<offset + count])
    }
    var taken: [UInt8] = []
    do throws(FileProblem) { taken = try file?.bytes(at: offset, count: count) ?? [] } catch {
      throw RecordingError(.file, place: place, reason: error.reason, remedy: "Look after the disk.")
    }
    offset += taken.count
    // It may be truncated meanwhile.
    return taken.count == count ? taken : nil
  }
}
