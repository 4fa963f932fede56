// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import Glibc
internal import ImprintFiles

/// The last acknowledged transaction, in a file beside the database: `<database>-mark`.
///
/// A database whose write-ahead log is lost, truncated or foreign is consistent but older, undetectably. So
/// each transaction has a number in the database, which is also flushed to this file before it is
/// acknowledged. A database with a lower number has lost transactions.
///
/// Two records are written alternately, each with its SHA-256: a torn write leaves the other. A lock lets
/// several processes write it, monotonically.
final class CommitMark: Sendable {
  struct Record: Sendable, Hashable {
    /// Random, set when the database was created or restored: transaction numbers are unique only within a
    /// branch.
    var branch: String
    var number: CommitNumber
    /// The log with the transaction.
    var log: WriteAheadLog.Salt?
    /// A transaction that is checkpointed, since the log was restarted after it.
    var logBegin: CommitNumber
  }

  /// Each in a separate disk block.
  private static let offsets: [off_t] = [0, 4096]
  private static let length = 512
  private static let patience: Duration = .seconds(5)

  let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  static func path(of database: String) -> String { database + "-mark" }

  /// The mark of a database; `nil` if it has none.
  static func beside(_ database: String) throws(LicenseDatabaseError) -> CommitMark? {
    let path = path(of: database)
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(errno, "opening it", place: path)
    }
    let mark = CommitMark(path: path, descriptor: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path, reason: "It is not a regular file.")
    }
    return mark
  }

  /// Creates the mark of a database; its content is flushed when this returns, its name once the folder is
  /// synced.
  static func make(beside database: String, _ record: Record) throws(LicenseDatabaseError) -> CommitMark {
    let path = path(of: database)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno, "making it", place: path) }
    let mark = CommitMark(path: path, descriptor: descriptor)
    for index in offsets.indices { try mark.write(record, at: index) }
    return mark
  }

  /// The later of its records; `nil` if both are damaged.
  func last() throws(LicenseDatabaseError) -> Record? { try records().last }

  /// Records a durable transaction in the given log, and flushes the record.
  /// - Throws: `unmarked` where the file is damaged, `full`, `input-output`, `busy`.
  func note(_ number: CommitNumber, log: WriteAheadLog.Salt?) throws(LicenseDatabaseError) {
    try lock()
    defer { flock(descriptor, LOCK_UN) }
    let records = try records()
    guard var record = records.last else { throw .unmarked(path) }
    // Another process has already recorded a later transaction.
    guard record.number.isBefore(number) else { return }
    if record.log != log {
      record.log = log
      // It was started no earlier than this one.
      record.logBegin = record.number
    }
    record.number = number
    try write(record, at: records.index == 0 ? 1 : 0)
  }

  // MARK: The file

  private func lock() throws(LicenseDatabaseError) {
    let end = ContinuousClock.now + Self.patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno, "locking it", place: path) }
      guard ContinuousClock.now < end else { throw .init(.busy(Self.patience), place: path) }
      usleep(500)
    }
  }

  /// The later record, and its index.
  private func records() throws(LicenseDatabaseError) -> (last: Record?, index: Int) {
    var last: (record: Record, index: Int)?
    for (index, offset) in Self.offsets.enumerated() {
      var bytes = [UInt8](repeating: 0, count: Self.length)
      let count = pread(descriptor, &bytes, bytes.count, offset)
      guard count >= 0 else { throw .system(errno, "reading it", place: path) }
      guard count == bytes.count, let record = Record(text: bytes) else { continue }
      if last.map({ $0.record.number.isBefore(record.number) }) ?? true { last = (record, index) }
    }
    return (last?.record, last?.index ?? 0)
  }

  private func write(_ record: Record, at index: Int) throws(LicenseDatabaseError) {
    var text = Array(record.text.utf8)
    text += [UInt8](repeating: UInt8(ascii: " "), count: Self.length - 1 - text.count) + [UInt8(ascii: "\n")]
    var written = 0
    while written < text.count {
      let done = text.withUnsafeBytes { bytes in
        bytes.baseAddress.map {
          pwrite(descriptor, $0 + written, text.count - written, Self.offsets[index] + off_t(written))
        } ?? 0
      }
      guard done >= 0 || errno == EINTR else { throw .system(errno, "writing it", place: path) }
      written += max(0, done)
    }
    guard fdatasync(descriptor) == 0 else { throw .system(errno, "writing it", place: path) }
  }
}

extension CommitMark.Record {
  private static let title = "imprint-lkms-mark-1"

  /// So that all records have the same length. Ours have 22 bytes.
  private static let longestBranch = 64

  /// One line, with the SHA-256 of all before it.
  var text: String {
    let log = log.map { Self.hexadecimal($0.bytes) } ?? "-"
    let text = "\(Self.title) \(branch) \(number.rawValue) \(log) \(logBegin.rawValue)"
    return "\(text) \(Self.hexadecimal(SHA256.hash(data: Array(text.utf8))))"
  }

  init?(text bytes: [UInt8]) {
    let words = bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 7, words[6] == "\n", words[0] == Self.title, let number = UInt32(words[2]),
      let begin = UInt32(words[4]), words[1].utf8.count <= Self.longestBranch
    else { return nil }
    branch = words[1]
    self.number = CommitNumber(rawValue: number)
    logBegin = CommitNumber(rawValue: begin)
    if words[3] != "-" {
      guard let salt = Self.bytes(words[3]), salt.count == WriteAheadLog.Salt.count else { return nil }
      log = WriteAheadLog.Salt(bytes: salt)
    }
    // As written, including the digest.
    guard words[..<6].joined(separator: " ") == self.text else { return nil }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8]? {
    let digits = hexadecimal.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
