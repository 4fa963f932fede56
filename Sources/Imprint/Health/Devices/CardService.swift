// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Whether pcscd can be spoken to.
enum CardService {
  case running
  case missing
  /// The socket is there, and nobody listens.
  case refused
  /// Somebody listens, and takes nobody in.
  case stuck
  case denied(String)
}

extension DeviceMachine {
  /// Connects to the service's socket, and says nothing: with systemd that starts it, as any program's use would.
  var cardService: CardService {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(cardSocket.utf8)
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return .missing }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let socket = Glibc.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard socket >= 0 else { return .denied("a socket cannot be made: \(String(cString: strerror(errno))).") }
    defer { close(socket) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    if connected == 0 { return .running }
    switch errno {
    case ENOENT, ENOTDIR: return .missing
    case ECONNREFUSED: return .refused
    // Its queue is full: a socket that waits would wait for ever.
    case EAGAIN: return .stuck
    default: return .denied("the smart card service cannot be reached: \(String(cString: strerror(errno))).")
    }
  }
}
