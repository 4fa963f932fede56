// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Whether pcscd can be reached.
enum CardService: Equatable {
  case running
  case missing
  /// The socket exists, and nobody listens on it.
  case refused
  /// It listens, but accepts no connection: the backlog is full.
  case full
  /// It accepts the connection, and does not answer.
  case silent
  /// This user has no permission for the socket.
  case denied(String)
  /// It accepts the connection and closes it, as polkit's rules say.
  case hangsUp
}

extension DeviceMachine {
  /// Queries the service's version, as pcsc-lite's library does first. A connection alone proves nothing:
  /// pcscd accepts everybody, and disconnects those whom polkit's rules deny.
  ///
  /// With systemd this starts the service, as any program's use would. Ends within twice ``cardPatience``.
  var cardService: CardService {
    let first = askCardService()
    guard first == .hangsUp else { return first }
    // So does a service that is just stopping; one that denies access does so again.
    usleep(100_000)
    return askCardService()
  }

  private func askCardService() -> CardService {
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
    guard connected == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return .missing
      case ECONNREFUSED: return .refused
      // A blocking socket would wait for ever.
      case EAGAIN: return .full
      default:
        return .denied("the smart card service cannot be reached: \(String(cString: strerror(errno))).")
      }
    }
    return answer(on: socket)
  }

  /// Sends the request, and waits for the complete response, whose content is pcsc-lite's business.
  private func answer(on socket: Int32) -> CardService {
    let question = CardServiceQuestion.words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
    guard send(socket, question, question.count, Int32(MSG_NOSIGNAL)) == question.count else {
      return .hangsUp
    }
    let end = ContinuousClock.now + cardPatience
    var answer = [UInt8](repeating: 0, count: CardServiceQuestion.answerSize)
    var missing = answer.count
    while missing > 0 {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { return .silent }
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(left.rounded(.up))) > 0 else { continue }
      let count = recv(socket, &answer, missing, 0)
      if count > 0 {
        missing -= count
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        return .hangsUp
      }
    }
    return .running
  }
}

/// The first message of pcsc-lite's protocol, as `winscard_msg.h` defines it.
private enum CardServiceQuestion {
  /// A header of the body's size and the command CMD_VERSION, then a `version_struct`: version 4.4, and a
  /// result.
  static let words: [UInt32] = [12, 0x11, 4, 4, 0]
  /// A `version_struct`: the service's version, and its verdict on ours.
  static let answerSize = 12
}
