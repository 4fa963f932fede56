// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A recording's file being written: readable by its owner only, record by record, never beyond its limit.
///
/// Records are handed to the kernel before the call continues, so that nothing is lost when this process
/// dies; a power cut may lose the end. Not thread-safe.
struct RecordingFile: ~Copyable {
  let path: String
  private let descriptor: Int32
  private let limit: Int
  private var chain = RecordingForm.Chain()
  private(set) var bytes = 0
  /// Why recording stopped; `nil` while it continues.
  private(set) var stop: RecordingSummary.Stop?

  /// Reserved for the last record.
  private static let endBytes = 256

  /// - Throws: `exists`, `file`.
  init(creating path: String, limit: Int) throws(RecordingError) {
    self.path = path
    self.limit = limit
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else {
        throw .file(path, errno, "making it", remedy: "Choose a folder that you may write to.")
      }
      throw RecordingError(
        .exists, place: path, reason: "there is something of that name already.",
        remedy: "Remove it, or choose another name.")
    }
    write([RecordingForm.preamble])
  }

  deinit { close(descriptor) }

  /// Adds a record, if it fits and the recording has not stopped.
  /// - Returns: whether it was added.
  @discardableResult
  mutating func add(_ kind: RecordingForm.Kind, _ pieces: [[UInt8]]) -> Bool {
    let payload = pieces.reduce(0) { $0 + $1.count }
    guard stop == nil else { return false }
    guard payload <= RecordingForm.payloadBytes,
      bytes + Self.frameBytes + payload + Self.endBytes <= limit
    else {
      stop = .limit
      return false
    }
    put(kind, pieces, payload)
    return stop == nil
  }

  /// Writes the end record, which marks the file as complete.
  mutating func end(calls: UInt64) {
    // A full disk would not take this either.
    guard stop == nil || stop == .limit else { return }
    let reason = stop == .limit ? "limit" : "complete"
    let json: JSONValue = ["calls": Int(clamping: calls), "reason": reason]
    put(.end, [Array(json.text.utf8)], json.text.utf8.count)
  }

  private static var frameBytes: Int { RecordingForm.headBytes + RecordingForm.checksumBytes }

  private mutating func put(_ kind: RecordingForm.Kind, _ pieces: [[UInt8]], _ payload: Int) {
    let head = RecordingForm.head(kind, payload: payload)
    var next = chain
    let checksum = next.next(head, pieces)
    write([head] + pieces + [checksum])
    chain = next
  }

  /// Complete or, if the disk is full or this process dies meanwhile, truncated, which the reader detects.
  private mutating func write(_ pieces: [[UInt8]]) {
    for piece in pieces {
      var written = 0
      while written < piece.count {
        let count = piece.withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), piece.count - written)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          stop = .failed(String(cString: strerror(errno)))
          return
        }
        written += count
      }
      bytes += piece.count
    }
  }
}
