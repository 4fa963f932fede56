// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
private import Glibc

/// Creates the device sockets that a worker requests: it may not itself create, connect or bind any that
/// could reach anything else.
struct DeviceSockets: Sendable {
  /// What its plugin is granted: `IMP_DEVICE_...`.
  let kinds: UInt32
  /// The paths that may be connected to.
  let services: [String]

  /// Serves one packet from a worker.
  /// - Parameter answers: where the socket is sent.
  /// - Returns: the packet's fault as a sentence; `nil` where it was served.
  func serve(_ packet: UnsafeRawBufferPointer, to answers: Int32) -> String? {
    let size = MemoryLayout<imp_worker_ask>.size
    guard packet.count >= size, answers >= 0 else {
      return "it requests a socket, but no device is granted to it."
    }
    let ask = packet.loadUnaligned(as: imp_worker_ask.self)
    guard ask.detail & kinds == ask.detail else {
      return "it requests a socket for devices that are not granted to it."
    }
    let made: Int32
    switch Int32(bitPattern: ask.detail) {
    case IMP_DEVICE_EVENTS: made = imp_socket_events()
    case IMP_DEVICE_SERVICE:
      let path = String(decoding: packet[size...], as: UTF8.self)
      // The plugin may probe for other services; it does not learn whether they exist.
      made = services.contains(path) ? imp_socket_service(path) : -EACCES
    default: return "it requests a socket of the unknown kind \(ask.detail)."
    }
    defer { if made >= 0 { close(made) } }
    var answer = imp_worker_answer()
    answer.kind = UInt32(IMP_WORKER_ANSWER)
    answer.status = min(made, 0)
    let descriptors = made >= 0 ? [made] : []
    let sent = imp_packet_send(
      answers, &answer, MemoryLayout<imp_worker_answer>.size, nil, 0, descriptors, descriptors.count)
    return sent == -EAGAIN ? "it sends requests, but does not read the answers." : nil
  }
}
