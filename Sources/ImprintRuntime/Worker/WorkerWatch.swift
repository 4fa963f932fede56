// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import Logging
private import Glibc

/// Watches one worker: detects its end, serves its plugin, reads its standard error, and polls its resource
/// usage. Runs on a thread of its own.
struct WorkerWatch: ~Copyable {
  private let worker: WorkerProcess
  private let services: WorkerServices
  private let process: Int32
  private let socket: Int32
  private let errors: Int32
  /// Retained as long as it runs.
  private let group: WorkerControlGroup?
  private var log: WorkerLog
  private let meter: WorkerMeter
  private var pace: ReadingPace
  private var lastLine: [UInt8] = []
  private var line: [UInt8] = []
  /// How long a worker that is closed may take to exit, whatever it writes meanwhile.
  private static let grace: Duration = .seconds(2)
  /// The pause between polls where waiting fails, in microseconds.
  private static let pause: useconds_t = 10_000
  /// More reads than the buffers of a socket and a pipe hold.
  private static let mostReadsAtTheEnd = 4096

  /// Watches until the worker has ended. All descriptors but `errors` are owned by the worker.
  static func run(
    _ worker: WorkerProcess, services: WorkerServices, process: Int32, socket: Int32, errors: Int32,
    limits: WorkerLimits, group: WorkerControlGroup?, meter: WorkerMeter
  ) {
    var watch = WorkerWatch(
      worker: worker, services: services, process: process, socket: socket, errors: errors, limits: limits,
      group: group, meter: meter)
    watch.untilEnd()
  }

  private init(
    worker: WorkerProcess, services: WorkerServices, process: Int32, socket: Int32, errors: Int32,
    limits: WorkerLimits, group: WorkerControlGroup?, meter: WorkerMeter
  ) {
    self.worker = worker
    self.group = group
    self.services = services
    self.process = process
    self.socket = socket
    self.errors = errors
    let now = ContinuousClock.now
    log = WorkerLog(services.logger, limits: limits, now: now)
    self.meter = meter
    pace = ReadingPace(now: now)
  }

  deinit {
    close(errors)
  }

  private mutating func untilEnd() {
    var isServed = true
    var isHeard = true
    var isControlled = true
    var isEndedBy: ContinuousClock.Instant?
    while true {
      let now = ContinuousClock.now
      if worker.isClosing {
        let deadline = isEndedBy ?? now + Self.grace
        isEndedBy = deadline
        if now >= deadline { worker.endSilently() }
      }
      if let excess = meter.look(at: now) { worker.end(for: .excess(excess)) }
      log.tellOmission(at: now)
      var waits = [
        pollfd(fd: process, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isServed ? socket : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isHeard ? errors : -1, events: Int16(POLLIN), revents: 0),
        // Requesting the worker's exit shuts this one down, which wakes this thread. Nothing is read from it
        // here.
        pollfd(fd: isControlled ? worker.control : -1, events: 0, revents: 0),
      ]
      let ready = poll(&waits, nfds_t(waits.count), milliseconds(from: now, until: isEndedBy))
      if ready < 0 {
        // Where it fails, for lack of memory for example, polling continues, with a pause.
        if errno != EINTR {
          usleep(Self.pause)
          if conclude() { return }
        }
        continue
      }
      if waits[3].revents != 0 { isControlled = false }
      if waits[2].revents != 0 { isHeard = waits[2].revents & Int16(POLLNVAL) == 0 && hear() != 0 }
      if waits[1].revents != 0 { isServed = serve() }
      if waits[0].revents != 0, conclude() { return }
      if waits[1].revents != 0 || waits[2].revents != 0 { rest() }
    }
  }

  /// The time until something is due: a poll of the worker, or killing it where it should exit.
  private func milliseconds(from now: ContinuousClock.Instant, until end: ContinuousClock.Instant?) -> Int32 {
    var wait = meter.wait(from: now)
    // Once it has been killed, only its end is awaited.
    if let end, end > now { wait = min(wait, end - now) }
    return Int32(clamping: max(1, wait.wholeNanoseconds / 1_000_000))
  }

  /// Pauses reading where it was read too often.
  private mutating func rest() {
    let rest = pace.take(at: .now)
    if rest > .zero { usleep(useconds_t(clamping: rest.wholeNanoseconds / 1_000)) }
  }

  /// `true` where it has ended.
  private mutating func conclude() -> Bool {
    var end = imp_process_end()
    let reaped = imp_process_reap(process, 0, &end)
    guard reaped != -EAGAIN else { return false }
    // Its last output is available by now; a grandchild may hold the other end open, so this does not wait.
    for _ in 0..<Self.mostReadsAtTheEnd where hear() <= 0 { break }
    keepLine()
    for _ in 0..<Self.mostReadsAtTheEnd where !takeLateLine() { break }
    log.tellLastOmission()
    if let excess = group?.excess { worker.end(for: .excess(excess)) }
    let words = lastLine.withUnsafeBytes { WorkerLog.copy($0, limit: WorkerLog.longestErrorLine) }
    worker.conclude(end, lastWords: words)
    return true
  }

  /// Reads standard error, returning the count; negative where there is none now, 0 at the end.
  private mutating func hear() -> Int {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = read(errors, &room, room.count)
    guard count > 0 else { return count }
    for byte in room[..<count] {
      if byte == UInt8(ascii: "\n") {
        keepLine()
      } else if line.count < WorkerLog.longestErrorLine {
        line.append(byte)
      }
    }
    return count
  }

  private mutating func keepLine() {
    guard !line.isEmpty else { return }
    lastLine = line
    line = []
    log.writeErrorOutput(lastLine)
  }

  // ---- Requests of its plugin ------------------------------------------------

  /// Serves one packet; `false` where no more can come.
  private mutating func serve() -> Bool {
    withPacket { watch, packet in
      if packet.count >= 4, packet.loadUnaligned(as: UInt32.self) == UInt32(IMP_WORKER_SOCKET) {
        if let breach = watch.worker.deviceSockets.serve(packet, to: watch.worker.answers) {
          watch.worker.end(for: .breach(breach))
        }
        return
      }
      switch watch.services.serve(packet, on: watch.socket) {
      case .served(let note): if let note { watch.log.writeNote(note) }
      case .line(let severity, let text): watch.log.write(text, severity: severity)
      case .refused(let call):
        if let breach = watch.log.writeRefusal(of: call) { watch.worker.end(for: .breach(breach)) }
      case .breach(let sentence): watch.worker.end(for: .breach(sentence))
      }
    }
  }

  /// Reads one packet left behind by an ended worker, and logs it where it is a line; `false` where there is
  /// none.
  private mutating func takeLateLine() -> Bool {
    // The host may still hold the other end, where the worker ended before it was greeted.
    var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 0) == 1, wait.revents & Int16(POLLIN) != 0 else { return false }
    return withPacket { watch, packet in
      switch WorkerServices.line(in: packet) {
      case .line(let severity, let text): watch.log.write(text, severity: severity)
      case .refused(let call): _ = watch.log.writeRefusal(of: call)
      // Nobody waits for an answer.
      case .served, .breach, nil: break
      }
    }
  }

  /// Reads one packet; `false` where no more can come.
  private mutating func withPacket(
    _ body: (inout WorkerWatch, UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    let size = MemoryLayout<imp_worker_ask>.size + Int(IMP_WORKER_LINE)
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { room in
      var none = 0
      let length = imp_packet_receive(socket, room.baseAddress, room.count, nil, &none)
      if length == -Int(EMSGSIZE) {
        worker.end(for: .breach("a request exceeds the maximum length, or carries descriptors."))
        return true
      }
      guard length > 0 else { return length == -Int(EAGAIN) }
      body(&self, UnsafeRawBufferPointer(rebasing: room[..<length]))
      return true
    }
  }
}
