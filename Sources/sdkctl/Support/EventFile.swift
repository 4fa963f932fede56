// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import Synchronization

/// A file of events, a line of JSON for each, written as they come. It cannot fail the capture.
///
/// A regular file must not exist, and only its owner may read it, since it says where a face was; where no
/// event came, as no capture began, none is left. A pipe, or another file that is none of these, is written
/// to.
struct EventFile: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private var failure: Int32?
  /// Whether it was made here, and has nothing yet.
  private var isNew: Bool

  init(_ path: String) throws {
    self.path = path
    var found = stat()
    let isThere = stat(path, &found) == 0
    guard !isThere || found.st_mode & S_IFMT != S_IFREG else {
      throw CommandError(
        .file, place: path, reason: "it exists already.", remedy: "Remove it, or choose another name.")
    }
    let flags = O_WRONLY | O_CLOEXEC | (isThere ? 0 : O_CREAT | O_EXCL)
    let opened = Glibc.open(path, flags, 0o600)
    guard opened >= 0 else {
      throw CommandError(
        .file, place: path, reason: "it cannot be written: \(String(cString: strerror(errno))).",
        remedy: "Choose a folder that you may write to.")
    }
    descriptor = opened
    isNew = !isThere
  }

  deinit {
    close(descriptor)
    if isNew { unlink(path) }
  }

  /// Why lines are missing; `nil` where none is.
  var problem: String? {
    failure.map { "events: \(path): lines are missing: \(String(cString: strerror($0)))" }
  }

  mutating func add(_ event: JSONValue) {
    guard failure == nil else { return }
    var rest = Array("\(event.text)\n".utf8)[...]
    while !rest.isEmpty {
      let count = Self.write(rest, to: descriptor)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failure = count < 0 ? errno : EIO
        return
      }
      rest = rest.dropFirst(count)
      isNew = false
    }
  }

  /// A reader that went away is an error, and does not end the process.
  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    var (pipe, before) = (sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let number = errno
    if count < 0, number == EPIPE {
      var now = timespec()
      _ = sigtimedwait(&pipe, nil, &now)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = number
    return count
  }
}

/// An ``EventFile`` that a task writes.
final class EventLines: Sendable {
  private let file: Mutex<EventFile>

  init(_ file: consuming sending EventFile) { self.file = Mutex(file) }

  func add(_ event: JSONValue) { file.withLock { $0.add(event) } }

  var problem: String? { file.withLock { $0.problem } }
}
