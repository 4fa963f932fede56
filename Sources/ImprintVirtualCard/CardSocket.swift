// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import Synchronization

/// The connection to a virtual reader, in frames. One thread sends and receives; `shutDown` may be called
/// from any.
final class CardSocket: Sendable {
  private let descriptor: Int32
  /// Whether the descriptor is still ours: after `close` its number may be reused.
  private let isOpen = Mutex(true)

  /// Its length has two bytes.
  static let longestFrame = 65_535

  init(host: String, port: UInt16) throws(VirtualCardError) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let place = "\(host):\(port)"
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0 else {
      throw Self.failure(place, String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(found) }
    var code: Int32 = 0
    var next = found
    while let address = next {
      let candidate = address.pointee
      let descriptor = Glibc.socket(
        candidate.ai_family, candidate.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), candidate.ai_protocol)
      if descriptor >= 0, connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 {
        self.descriptor = descriptor
        Self.set(descriptor, TCP_NODELAY)
        return
      }
      code = errno
      if descriptor >= 0 { Glibc.close(descriptor) }
      next = candidate.ai_next
    }
    throw Self.failure(place, String(cString: strerror(code)))
  }

  private static func failure(_ place: String, _ words: String) -> VirtualCardError {
    VirtualCardError(
      .connection, place: place, reason: "the virtual reader does not answer: \(words).",
      remedy: "Start pcscd with the driver of vsmartcard-vpcd, and name the port of one of its slots.")
  }

  private static func set(_ descriptor: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The next frame; `nil` once the connection has ended.
  func receive() -> [UInt8]? {
    guard let length = receive(2) else { return nil }
    return receive(Int(length[0]) << 8 | Int(length[1]))
  }

  private func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
      // The reader sends length and bytes separately, and Nagle's algorithm waits for an acknowledgement in
      // between: a delayed ACK costs 40 ms per command. The option is not persistent, so it is set each time.
      Self.set(descriptor, TCP_QUICKACK)
      let got = bytes.withUnsafeMutableBytes { buffer in
        recv(descriptor, buffer.baseAddress.map { $0 + received }, count - received, 0)
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      received += got
    }
    return bytes
  }

  /// Sends a frame.
  /// - Parameter length: a false length field, if any.
  /// - Returns: whether the connection is still open.
  func send(_ bytes: [UInt8], length: UInt16? = nil) -> Bool {
    let body = bytes.prefix(Self.longestFrame)
    let stated = length ?? UInt16(body.count)
    let frame = [UInt8(stated >> 8), UInt8(stated & 0xFF)] + body
    var sent = 0
    while sent < frame.count {
      let count = frame[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// POLLRDHUP, which needs _GNU_SOURCE.
  private static let otherSideClosed: Int16 = 0x2000

  /// Lets time pass.
  /// - Returns: whether the connection is still open.
  func sleep(_ time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while true {
      let left = end - ContinuousClock.now
      guard left > .zero else { return true }
      let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      var descriptors = pollfd(fd: descriptor, events: Self.otherSideClosed, revents: 0)
      if poll(&descriptors, 1, Int32(clamping: milliseconds + 1)) > 0 { return false }
    }
  }

  /// Unblocks the other thread.
  func shutDown() {
    isOpen.withLock { if $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  func close() {
    isOpen.withLock {
      if $0 { Glibc.close(descriptor) }
      $0 = false
    }
  }
}
