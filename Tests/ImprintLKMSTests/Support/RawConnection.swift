// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// A connection to a server on this machine that sends exactly the bytes it is told to, right or wrong.
final class RawConnection: Sendable {
  /// What came back.
  struct Answer: Sendable {
    var status: Int
    /// By name, in small letters.
    var fields: [String: String]
    var body: String
  }

  private let descriptor: Int32

  /// - Parameter own: the address that the server sees, one of 127.0.0.0/8.
  init(port: Int, from own: String = "127.0.0.1") throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = Self.with(own, port: 0) { bind(descriptor, $0, size) } == 0
    let result = isBound ? Self.with("127.0.0.1", port: port) { connect(descriptor, $0, size) } : -1
    // A server that does not answer fails the test, and does not hang it.
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    guard result == 0 else { throw Unexpected(answer: "no connection: \(errno)") }
  }

  deinit { close(descriptor) }

  private static func with(_ host: String, port: Int, _ body: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
    }
  }

  /// Sends; what the other side does not take any more is dropped.
  func send(_ bytes: [UInt8]) async {
    await blocking {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          Glibc.send(self.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  func send(_ text: String) async { await send(Array(text.utf8)) }

  /// One answer; `nil` where the server closes without one.
  func receive(hasBody: Bool = true) async -> Answer? {
    await blocking {
      var head: [UInt8] = []
      // One byte after the other, so that nothing of the body, or of the next answer, is taken.
      while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
        guard let byte = self.read(1) else { return nil }
        head += byte
      }
      var answer = Self.parse(head)
      let length = hasBody ? answer.fields["content-length"].flatMap { Int($0) } ?? 0 : 0
      guard let body = self.read(length) else { return nil }
      answer.body = String(decoding: body, as: UTF8.self)
      return answer
    }
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes[filled...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }

  /// Whether the server closes the connection.
  func isClosed() async -> Bool {
    await blocking {
      var byte: UInt8 = 0
      while true {
        let count = recv(self.descriptor, &byte, 1, 0)
        if count == 0 || (count < 0 && errno == ECONNRESET) { return true }
        if count < 0 { return false }
      }
    }
  }

  private static func parse(_ head: [UInt8]) -> Answer {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Answer(status: status, fields: fields, body: "")
  }

  private func blocking<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      // A thread of its own: who waits here shall not take one from the server.
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}

extension RawConnection {
  /// Sends one request on a connection of its own.
  static func ask(
    port: Int, _ method: String, _ path: String, fields: [String: String] = [:], body: [UInt8] = []
  ) async throws -> Answer {
    let connection = try RawConnection(port: port)
    await connection.send(request(method, path, fields: fields, body: body))
    guard let answer = await connection.receive(hasBody: method != "HEAD") else {
      throw Unexpected(answer: "no answer")
    }
    return answer
  }

  static func request(
    _ method: String, _ path: String, fields: [String: String], body: [UInt8]
  ) -> [UInt8] {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"]
    lines += fields.map { "\($0.key): \($0.value)" }
    if !body.isEmpty, fields["Content-Length"] == nil { lines.append("Content-Length: \(body.count)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
