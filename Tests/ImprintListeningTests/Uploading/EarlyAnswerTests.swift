// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ImprintTransfer
import Testing

/// A server on the loopback that refuses a body before it has read any of it.
@Suite(.timeLimit(.minutes(1))) struct EarlyAnswerTests {
  @Test(arguments: [(64 * 1024, false), (64 * 1024 + 1, true), (4 << 20, true)])
  func aLargeBodyIsSentOnceTheServerWantsIt(bytes: Int, isAsked: Bool) async throws {
    let server = try RefusingServer()
    let request = Transfer.Request(
      .put, "http://127.0.0.1:\(server.port)/a", headers: [], body: [UInt8](repeating: 7, count: bytes),
      answerLimit: 1024, connection: Self.connection, pins: [], allowsHTTP: true)
    async let head = server.answer(readsBody: isAsked ? 0 : bytes)
    let result = await (try #require(Transfer(request))).run()
    #expect(await head.contains("Expect: 100-continue") == isAsked)
    #expect(result.status == 413 && result.failure == nil)
  }

  private static var connection: ConnectionSettings {
    ConnectionSettings(
      roots: .system, proxy: .none, connectTimeout: .seconds(10), timeout: .seconds(30), userAgent: "test")
  }
}

/// Answers one request by 413 once its head is there.
private final class RefusingServer: Sendable {
  let port: UInt16
  private let socket: Int32

  init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isThere = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 1) == 0
          && getsockname(socket, address, &length) == 0
      }
    }
    (self.socket, port) = (socket, UInt16(bigEndian: address.sin_port))
    try #require(isThere)
  }

  deinit { close(socket) }

  /// - Parameter readsBody: how many bytes of it are read before the answer.
  /// - Returns: the request's head.
  func answer(readsBody: Int) async -> String {
    await withCheckedContinuation { done in
      Thread.detachNewThread { [self] in
        let peer = accept(socket, nil, nil)
        defer { close(peer) }
        var got: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let end = Array("\r\n\r\n".utf8)
        var body: Int?
        while (body ?? -1) < readsBody {
          let count = read(peer, &room, body == nil ? 1 : room.count)
          guard count > 0 else { break }
          if let read = body {
            body = read + count
          } else {
            got += room[..<count]
            if got.suffix(4) == end[...] { body = 0 }
          }
        }
        let answer = Array("HTTP/1.1 413 Too large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        _ = write(peer, answer, answer.count)
        done.resume(returning: String(decoding: got, as: UTF8.self))
      }
    }
  }
}
