// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// A server on the loopback that speaks no TLS: it says to everybody what a test gives it to say.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let socket: Int32

  /// - Parameters:
  ///   - answer: sent once a request's head, or the first bytes of a handshake, are there.
  ///   - rest: sent again and again after that, until the peer goes.
  ///   - pause: before each of them.
  init(_ answer: String, rest: String = "", pause: Duration = .zero) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isThere = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 8) == 0
          && getsockname(socket, address, &length) == 0
      }
    }
    (self.socket, port) = (socket, UInt16(bigEndian: address.sin_port))
    try #require(isThere)
    Thread.detachNewThread {
      while case let peer = accept(socket, nil, nil), peer >= 0 {
        Thread.detachNewThread { Self.serve(peer, answer, rest, pause) }
      }
      close(socket)
    }
  }

  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  private static func serve(_ peer: Int32, _ answer: String, _ rest: String, _ pause: Duration) {
    defer { close(peer) }
    var room = [UInt8](repeating: 0, count: 1 << 16)
    guard read(peer, &room, room.count) > 0 else { return }
    guard say(answer, to: peer) else { return }
    while !rest.isEmpty {
      usleep(useconds_t(pause / .microseconds(1)))
      guard say(rest, to: peer) else { return }
    }
    // What is not read would have the kernel reset the connection.
    shutdown(peer, Int32(SHUT_WR))
    while read(peer, &room, room.count) > 0 {}
  }

  private static func say(_ text: String, to peer: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}
