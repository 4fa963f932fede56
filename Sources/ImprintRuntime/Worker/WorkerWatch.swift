// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import ImprintModel
internal import Logging
private import Glibc

/// Watches one worker: sees its end, serves its plugin, reads its error output. Lives on a thread of its own.
struct WorkerWatch: ~Copyable {
  private let worker: WorkerProcess
  private let services: WorkerServices
  private let process: Int32
  private let socket: Int32
  private let errors: Int32
  private var lastLine: [UInt8] = []
  private var line: [UInt8] = []
  /// How long a worker that is closed may take to go, in milliseconds.
  private static let grace: Int32 = 2_000
  /// Between two looks where waiting fails, in microseconds.
  private static let pause: useconds_t = 10_000
  /// No more of a line of error output is kept.
  private static let longestLine = 400

  /// Watches until the worker has ended. The descriptors but `errors` are the worker's own.
  static func run(
    _ worker: WorkerProcess, services: WorkerServices, process: Int32, socket: Int32, errors: Int32
  ) {
    var watch = WorkerWatch(
      worker: worker, services: services, process: process, socket: socket, errors: errors)
    watch.untilEnd()
  }

  private init(
    worker: WorkerProcess, services: WorkerServices, process: Int32, socket: Int32, errors: Int32
  ) {
    self.worker = worker
    self.services = services
    self.process = process
    self.socket = socket
    self.errors = errors
  }

  deinit {
    close(errors)
  }

  private mutating func untilEnd() {
    var isServed = true
    var isHeard = true
    while true {
      var waits = [
        pollfd(fd: process, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isServed ? socket : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isHeard ? errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      // Telling a worker to go ends the services' socket: that wakes this thread, and the grace begins.
      let ready = poll(&waits, nfds_t(waits.count), worker.isClosing ? Self.grace : -1)
      if ready < 0 {
        // Where the system lacks memory for it, say, it goes on by looking, and not without a pause.
        if errno != EINTR {
          usleep(Self.pause)
          if conclude() { return }
        }
        continue
      }
      if ready == 0 {
        worker.endSilently()
        continue
      }
      if waits[2].revents != 0 { isHeard = waits[2].revents & Int16(POLLNVAL) == 0 && hear() != 0 }
      if waits[1].revents != 0 { isServed = serve() }
      if waits[0].revents != 0, conclude() { return }
    }
  }

  /// `true` where it has ended.
  private mutating func conclude() -> Bool {
    var end = imp_process_end()
    let reaped = imp_process_reap(process, 0, &end)
    guard reaped != -EAGAIN else { return false }
    // What it wrote last is there by now; a grandchild may hold the other end open, so nothing is waited for.
    while hear() > 0 {}
    keepLine()
    let words = lastLine.withUnsafeBytes { bytes in
      HostText.copy(
        imp_text(data: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: bytes.count),
        limit: Self.longestLine)
    }
    worker.conclude(end, lastWords: words)
    return true
  }

  /// Reads error output: how much there was; negative where there is none now, 0 where no more comes.
  private mutating func hear() -> Int {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = read(errors, &room, room.count)
    guard count > 0 else { return count }
    for byte in room[..<count] {
      if byte == UInt8(ascii: "\n") { keepLine() } else if line.count < Self.longestLine { line.append(byte) }
    }
    return count
  }

  private mutating func keepLine() {
    guard !line.isEmpty else { return }
    lastLine = line
    line = []
    services.logger.debug(
      "worker's error output", metadata: ["line": "\(VisibleText.line(utf8: lastLine))"])
  }

  /// Serves one packet; `false` where no more can come.
  private func serve() -> Bool {
    let size = MemoryLayout<imp_worker_ask>.size + Int(IMP_WORKER_LINE)
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { room in
      var none = 0
      let length = imp_packet_receive(socket, room.baseAddress, room.count, nil, &none)
      if length == -Int(EMSGSIZE) {
        worker.end(for: .breach("a question is longer than any, or brings descriptors."))
        return true
      }
      guard length > 0 else { return length == -Int(EAGAIN) }
      let packet = UnsafeRawBufferPointer(rebasing: room[..<length])
      if packet.count >= 4, packet.loadUnaligned(as: UInt32.self) == UInt32(IMP_WORKER_SOCKET) {
        if let breach = worker.deviceSockets.serve(packet, to: worker.answers) {
          worker.end(for: .breach(breach))
        }
        return true
      }
      switch services.serve(packet, on: socket) {
      case .served: break
      case .blocked(let call):
        services.logger.info("the plugin ran into a wall", metadata: ["call": "\(call)"])
      case .breach(let sentence): worker.end(for: .breach(sentence))
      }
      return true
    }
  }
}
