// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// A virtual reader as vpcd is one: it listens, and speaks in frames.
final class TestReader {
  let port: UInt16
  private let listener: Int32
  private var client: Int32 = -1

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound, listen(listener, 1) == 0 else { throw ReaderError.system(errno) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    hangUp()
    close(listener)
  }

  enum ReaderError: Error { case system(Int32) }

  func accept() throws {
    client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { throw ReaderError.system(errno) }
  }

  func send(_ body: [UInt8]) {
    let frame = [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    _ = frame.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// The next frame; `nil` once the card is out.
  func receive() -> [UInt8]? {
    guard let length = receive(2) else { return nil }
    return receive(Int(length[0]) << 8 | Int(length[1]))
  }

  func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
      let got = bytes.withUnsafeMutableBytes {
        recv(client, $0.baseAddress.map { $0 + received }, count - received, 0)
      }
      guard got > 0 else { return nil }
      received += got
    }
    return bytes
  }

  func hangUp() {
    if client >= 0 { close(client) }
    client = -1
  }
}

/// Lines that another thread tells.
final class SharedLines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}

/// Something that another thread does once.
final class OnceDone: Sendable {
  private let isDone = Atomic(false)

  func done() { isDone.store(true, ordering: .releasing) }

  func wait(seconds: Int) -> Bool {
    for _ in 0..<(seconds * 200) {
      if isDone.load(ordering: .acquiring) { return true }
      usleep(5000)
    }
    return false
  }
}
