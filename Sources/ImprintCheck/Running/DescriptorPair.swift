// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Two ends: one for this process, one for the child. Both are closed when this is released.
final class DescriptorPair {
  let mine: Int32
  private(set) var other: Int32

  private init(mine: Int32, other: Int32) {
    self.mine = mine
    self.other = other
    _ = fcntl(mine, F_SETFL, fcntl(mine, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    close(mine)
    closeOther()
  }

  /// A socket that preserves message boundaries.
  static func channel() throws(CheckRunError) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotStart("socketpair", errno) }
    return DescriptorPair(mine: ends[0], other: ends[1])
  }

  /// A pipe that the child writes to.
  static func pipe() throws(CheckRunError) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw .cannotStart("pipe", errno) }
    // Swift's Glibc module lacks pipe2. A process started in between closes all descriptors that it was not
    // given.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return DescriptorPair(mine: ends[0], other: ends[1])
  }

  func closeOther() {
    if other >= 0 { close(other) }
    other = -1
  }

  /// Sends a message.
  func send(_ message: [UInt8]) -> Bool {
    message.withUnsafeBytes { Glibc.send(mine, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      == message.count
  }

  /// Receives the pending messages; those beyond `most` are discarded, those that are too long are empty.
  /// - Returns: Whether more may come.
  func receive(upTo limit: Int, into messages: inout [[UInt8]], most: Int) -> Bool {
    var room = [UInt8](repeating: 0, count: limit + 1)
    while true {
      let count = recv(mine, &room, room.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK }
      if count == 0 { return false }
      if messages.count < most { messages.append(count > limit ? [] : Array(room[..<count])) }
    }
  }

  /// Reads what is pending, and retains up to a limit in total.
  /// - Returns: Whether more may come.
  func read(into text: inout [UInt8], keeping limit: Int) -> Bool {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    // A peer that writes without end must not keep us from the deadline.
    for _ in 0..<64 {
      let count = Glibc.read(mine, &room, room.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK }
      if count == 0 { return false }
      text.append(contentsOf: room[..<min(count, max(0, limit - text.count))])
    }
    return true
  }
}
