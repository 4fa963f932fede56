// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Synchronization

/// Stands where pcscd listens, and does what the real one cannot be made to do: refuses by rules, has readers
/// that come and go. Asked to look again (SIGUSR1), Debian's 1.9.9 leaves the readers of its configuration as
/// they are. It speaks pcsc-lite's protocol 4 as far as that takes (`winscard_msg.h` of pcsc-lite 1.9).
final class FakeDaemon: Sendable {
  enum Manner: Sendable {
    /// Refuses everybody, as polkit's access_pcsc does.
    case refusing
    /// Refuses each card, as polkit's access_card does.
    case refusingCards
  }

  private struct State {
    var readers: [String] = []
    var isOver = false
    /// Connections that wait for a change of the readers.
    var waiting: Set<Int32> = []
  }

  private static let path = "/run/pcscd/pcscd.comm"
  private let listener: Int32
  private let state: Mutex<State>

  init(_ manner: Manner, readers: [String] = []) throws {
    unlink(Self.path)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Self.path.utf8) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(listener, 16) == 0 else { throw TrialFailure("cannot listen at \(Self.path)") }
    self.listener = listener
    state = Mutex(State(readers: readers))
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        if case .refusing = manner {
          // The words of whom it refuses are not read: the connection is reset. So they have to be there, all
          // of them: they come in two writes.
          var words = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
          poll(&words, 1, 5000)
          usleep(20_000)
          close(client)
        } else {
          Thread.detachNewThread { [self] in serve(client) }
        }
      }
    }
  }

  /// Plugs readers in, or out.
  func set(_ readers: [String]) {
    let waiting = state.withLock { state in
      state.readers = readers
      defer { state.waiting = [] }
      return state.waiting
    }
    for client in waiting { send(client, [0, 0]) }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    unlink(Self.path)
  }

  private enum Message {
    static let establish: UInt32 = 0x01
    static let release: UInt32 = 0x02
    static let connect: UInt32 = 0x04
    static let version: UInt32 = 0x11
    static let readers: UInt32 = 0x12
    static let wait: UInt32 = 0x13
    static let stopWaiting: UInt32 = 0x14
  }

  private func serve(_ client: Int32) {
    defer { close(client) }
    while let header = receive(client, 2) {
      guard var body = receive(client, Int(header[0]) / 4) else { return }
      switch header[1] {
      case Message.version: send(client, body)
      case Message.establish:
        body[1] = UInt32.random(in: 1...0x7FFF_FFFF)
        send(client, body)
      case Message.release: send(client, body)
      case Message.readers: sendReaders(client)
      case Message.wait:
        state.withLock { _ = $0.waiting.insert(client) }
        sendReaders(client)
      case Message.stopWaiting:
        state.withLock { _ = $0.waiting.remove(client) }
        send(client, [0, 0])
      default: return
      }
    }
  }

  /// Sixteen of pcsc-lite's READER_STATE: a name of 128 bytes, six numbers, an answer to reset of 33 bytes
  /// in 36.
  private func sendReaders(_ client: Int32) {
    let readers = state.withLock { $0.readers }
    var bytes = [UInt8](repeating: 0, count: 16 * 184)
    for (index, name) in readers.prefix(16).enumerated() {
      let start = index * 184
      bytes.replaceSubrange(start..<start + name.utf8.count, with: name.utf8)
      // SCARD_ABSENT
      bytes[start + 132] = 0x02
    }
    write(client, bytes)
  }

  private func send(_ client: Int32, _ words: [UInt32]) {
    write(client, words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } })
  }

  private func write(_ client: Int32, _ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  private func receive(_ client: Int32, _ count: Int) -> [UInt32]? {
    var words = [UInt32](repeating: 0, count: count)
    guard count > 0 else { return words }
    let got = words.withUnsafeMutableBytes {
      recv(client, $0.baseAddress, $0.count, Int32(MSG_WAITALL))
    }
    return got == count * 4 ? words : nil
  }
}
