// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import ImprintCalls
internal import Logging
private import Dispatch
private import Glibc
private import Synchronization
internal import SystemPackage

/// One worker process, from its start to its end. Any thread.
///
/// A host thread watches it throughout, and retains this object until it has ended: whoever started it ends
/// it with ``closeDown()``.
final class WorkerProcess: Sendable {
  /// Its mutable state.
  private struct State {
    /// The process's pidfd; -1 before the start and after the end.
    var process: Int32 = -1
    var verdict: WorkerEnd.Verdict?
    /// The call that the verdict is about, where it is about one.
    var judged: CallFunction?
    var end: WorkerEnd?
    var isClosing = false
    var idle: [WorkerLane] = []
    /// All lanes, idle or in use.
    var lanes: [UInt32: WorkerLane] = [:]
    var lastLane: UInt32 = 0
    /// Why it has no control group, where one could not be created.
    var groupProblem: String?
  }

  private let state = Mutex(State())
  let control: Int32
  /// The socket for its plugin's requests to the host.
  let questions: Int32
  /// The socket on which device sockets are passed to it; -1 where it has no devices.
  let answers: Int32
  let deviceSockets: DeviceSockets
  private let controlGroups: Result<ControlGroupPlace, ControlGroupPlace.Missing>
  private let policy: WorkerPolicy
  private let places: DispatchSemaphore
  /// Left once the process has been reaped.
  private let life = DispatchGroup()
  /// Left once its end has been reported.
  private let telling = DispatchGroup()
  /// Called once it has ended without being closed, before waiting calls are answered. With the call that
  /// ended it; where it ended by itself, with one of those that ran, as the system does not tell which.
  private let died: @Sendable (WorkerEnd, CallFunction?) -> Void

  init(
    control: Int32, questions: Int32, answers: Int32, devices: DeviceGrants, policy: WorkerPolicy,
    died: @escaping @Sendable (WorkerEnd, CallFunction?) -> Void
  ) {
    self.control = control
    self.questions = questions
    self.answers = answers
    deviceSockets = DeviceSockets(kinds: devices.kinds, services: devices.services)
    self.policy = policy
    controlGroups = Result { () throws(ControlGroupPlace.Missing) in
      try ControlGroupPlace.find(policy.controlGroup)
    }
    self.died = died
    places = DispatchSemaphore(value: max(1, policy.limits.calls))
  }

  deinit {
    close(control)
    close(questions)
    if answers >= 0 { close(answers) }
  }

  // ---- Lifetime ------------------------------------------------------------

  /// Called by the watching thread when the process runs.
  func begin(_ process: Int32) {
    life.enter()
    telling.enter()
    state.withLock { $0.process = process }
  }

  /// The place of its control group, or why it has none. Only for a started worker.
  var controlGroup: Result<ControlGroupPlace, ControlGroupPlace.Missing> {
    state.withLock { $0.groupProblem }.map { .failure(ControlGroupPlace.Missing(reason: $0)) }
      ?? controlGroups
  }

  /// Moves it into a control group of its own, before it is greeted; `nil` where there is none.
  func controlGroup(for process: Int32, _ logger: Logger) -> WorkerControlGroup? {
    guard case .success(let place) = controlGroups else { return nil }
    let number = imp_process_number(process)
    guard number > 0 else { return nil }
    do throws(Errno) {
      return try WorkerControlGroup(in: place, process: number, limits: policy.limits)
    } catch {
      state.withLock { $0.groupProblem = "could be created in \(place.path): \(error)" }
      logger.info(
        "a worker has no control group", metadata: ["folder": "\(place.path)", "reason": "\(error)"])
      return nil
    }
  }

  /// How it ended; `nil` while it runs.
  var end: WorkerEnd? { state.withLock { $0.end } }

  var isClosing: Bool { state.withLock { $0.isClosing } }

  /// Kills it at once, for a reason and a call; the first reason counts.
  func end(for verdict: WorkerEnd.Verdict, in function: CallFunction? = nil) {
    state.withLock { state in
      guard state.end == nil else { return }
      if state.verdict == nil {
        state.verdict = verdict
        state.judged = function
      }
      end(state.process)
    }
  }

  /// Waits until it has been reaped, at most `nanoseconds`.
  func waitForEnd(_ nanoseconds: UInt64) -> WorkerEnd? {
    _ = life.wait(timeout: .now() + .nanoseconds(Int(clamping: nanoseconds)))
    return end
  }

  /// Waits until its end has been recorded: some milliseconds, within a limit.
  func waitUntilTold() {
    _ = telling.wait(timeout: .now() + .nanoseconds(Int(Self.tellingTime)))
  }

  /// Requests its exit without waiting. The watching thread kills it where it does not exit in time.
  func closeDown() {
    state.withLock { state in
      state.isClosing = true
      for lane in state.lanes.values { lane.shutDown() }
    }
    // What it sends while exiting is still read.
    shutdown(questions, Int32(SHUT_WR))
    shutdown(control, Int32(SHUT_RDWR))
  }

  /// Kills it without a reported reason, as it did not exit by itself.
  func endSilently() {
    state.withLock { end($0.process) }
  }

  /// Called by the watching thread with how it ended. Unblocks every waiting call.
  func conclude(_ status: imp_process_end, lastWords: String) {
    let (end, lanes, function, isClosing) = state.withLock { state in
      let end = WorkerEnd(verdict: state.verdict, status: status, lastWords: lastWords)
      let lanes = Array(state.lanes.values)
      close(state.process)
      state.process = -1
      state.end = end
      state.idle = []
      state.lanes = [:]
      return (end, lanes, state.judged ?? lanes.lazy.compactMap(\.function).first, state.isClosing)
    }
    // First all calls that wait for an answer are unblocked, as recording a death may wait for another
    // program. They return after that, so that whoever handles the error finds the death recorded.
    life.leave()
    for lane in lanes { lane.shutDown() }
    shutdown(control, Int32(SHUT_RDWR))
    if !isClosing { died(end, function) }
    telling.leave()
  }

  private func end(_ process: Int32) {
    if process >= 0 { _ = imp_process_signal(process, SIGKILL) }
  }

  // ---- Lanes ---------------------------------------------------------------

  /// Why a call was not answered, and how the worker ended.
  struct Failure: Error {
    let problem: WorkerLane.Problem
    /// `nil` where it is still running.
    let end: WorkerEnd?
  }

  /// Makes a call on a free lane. Where the answer breaks the protocol, the worker has ended when this
  /// throws.
  func call(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) throws(Failure) -> imp_status {
    // A cancel must not queue behind the call that it ends.
    let waits = request.function.traits.effect != .cancels
    if waits { places.wait() }
    defer { if waits { places.signal() } }
    let deadline = policy.deadlines.nanoseconds(for: request)
    let lane: WorkerLane
    do throws(WorkerLane.Problem) {
      lane = try takeLane()
    } catch {
      throw Failure(problem: error, end: settle(error, request.function, deadline))
    }
    do throws(WorkerLane.Problem) {
      let status = try lane.exchange(request, deadline: deadline, write: write, read: read)
      giveBack(lane)
      return status
    } catch {
      // The lane stays registered until then, so that the watching thread sees what was called.
      let end = settle(error, request.function, deadline)
      drop(lane)
      throw Failure(problem: error, end: end)
    }
  }

  /// Ensures that a worker that does not answer has ended, and returns how.
  private func settle(
    _ problem: WorkerLane.Problem, _ function: CallFunction, _ deadline: UInt64
  ) -> WorkerEnd? {
    switch problem {
    case .system: return end
    case .notSent, .closed:
      // Its sockets close shortly before it can be reaped.
      if waitForEnd(Self.closingTime) == nil { end(for: .breach("it closed its connection.")) }
    case .deadline: end(for: .deadline(function: function.name, nanoseconds: deadline), in: function)
    case .breach(let sentence): end(for: .breach(sentence), in: function)
    }
    let end = waitForEnd(Self.endingTime)
    if end != nil { waitUntilTold() }
    return end
  }

  // Between closing its sockets and ending, a dying process has to free its memory.
  private static let closingTime: UInt64 = 500_000_000
  // Only a process in uninterruptible sleep, waiting for a device, outlives SIGKILL.
  private static let endingTime: UInt64 = 5_000_000_000
  // Longer than recording may take; a hanging disk does not block the calls.
  private static let tellingTime: UInt64 = 5_000_000_000

  private func takeLane() throws(WorkerLane.Problem) -> WorkerLane {
    try state.withLock { state throws(WorkerLane.Problem) in
      guard state.end == nil, !state.isClosing else { throw .notSent }
      if let lane = state.idle.popLast() { return lane }
      let ends: PacketPair
      do throws(Errno) { ends = try PacketPair() } catch { throw .system(error.rawValue) }
      state.lastLane += 1
      var message = imp_worker_lane(kind: UInt32(IMP_WORKER_LANE), number: state.lastLane)
      let lane = WorkerLane(number: state.lastLane, socket: ends.own)
      let sent = imp_packet_send(
        control, &message, MemoryLayout<imp_worker_lane>.size, nil, 0, [ends.other], 1)
      close(ends.other)
      switch sent {
      case 0: break
      case -EPIPE, -ECONNRESET, -ENOTCONN: throw .notSent
      case -EAGAIN: throw .breach("it does not accept lanes.")
      default: throw .system(-sent)
      }
      state.lanes[lane.number] = lane
      return lane
    }
  }

  private func giveBack(_ lane: WorkerLane) {
    state.withLock { state in
      if lane.isKept, state.end == nil { state.idle.append(lane) } else { state.lanes[lane.number] = nil }
    }
  }

  private func drop(_ lane: WorkerLane) {
    state.withLock { $0.lanes[lane.number] = nil }
  }
}
