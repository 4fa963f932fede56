// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
private import Glibc
private import Synchronization
internal import SystemPackage

/// Carries calls to a worker, and restarts it where it has ended.
final class WorkerCarrier: CallCarrier {
  private struct Current {
    var worker: WorkerProcess
    var generation: UInt64
  }

  private let launch: WorkerLaunch
  private let build: PluginBuild
  private let deaths: (any PluginDeathObserver)?
  // Held briefly: a camera can be cancelled while another worker is started.
  private let current: Mutex<Current>
  // Held while a worker is restarted and has to be awaited: other threads' calls need it as well.
  private let restarts: Mutex<RestartBudget>
  /// The state of the walls at the first start.
  let walls: WorkerWalls

  /// Starts the first worker.
  /// - Throws: ``PluginError``.
  init(_ launch: WorkerLaunch, deaths: (any PluginDeathObserver)?) throws(PluginError) {
    self.launch = launch
    self.deaths = deaths
    let build = PluginBuild(launch.found, library: launch.library.sha256)
    self.build = build
    let (worker, walls) = try launch.start(died: Self.observer(deaths, build))
    self.walls = walls
    current = Mutex(Current(worker: worker, generation: 1))
    restarts = Mutex(RestartBudget(launch.policy.restarts))
  }

  deinit {
    // The plugin has been closed by now, or its worker has ended.
    current.withLock { $0.worker.closeDown() }
  }

  private static func observer(
    _ deaths: (any PluginDeathObserver)?, _ build: PluginBuild
  ) -> @Sendable (WorkerEnd, CallFunction?) -> Void {
    { end, function in
      guard let deaths, let reason = end.blame else { return }
      deaths.pluginDied(PluginDeath(build, in: function?.name ?? "none", reason: reason))
    }
  }

  var generation: UInt64 { current.withLock { $0.generation } }

  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery {
    let (worker, generation) = current.withLock { ($0.worker, $0.generation) }
    guard request.generation == generation else { return .stale }
    guard worker.end == nil else { return begin(after: worker, for: request) }
    do throws(WorkerProcess.Failure) {
      return .answered(try worker.call(request, write: write, read: read))
    } catch {
      if case .notSent = error.problem { return begin(after: worker, for: request) }
      return fail(Self.error(error, of: build.plugin, in: request.function))
    }
  }

  /// Restarts the worker where the function warrants it, and returns that the call is for the previous one.
  private func begin(after ended: WorkerProcess, for request: CallRequest) -> CallDelivery {
    guard request.function.traits.afterEnd == .startsAgain else { return .stale }
    // So that the quarantine has recorded its end before it is consulted.
    ended.waitUntilTold()
    do throws(PluginError) {
      try restarts.withLock { budget throws(PluginError) in
        // Another thread may have been quicker.
        guard current.withLock({ $0.worker === ended }) else { return }
        let delay = try budget.take(place: build.plugin, after: ended.end)
        if delay > .zero { usleep(useconds_t(clamping: delay.wholeNanoseconds / 1_000)) }
        if let refusal = deaths?.refusal(of: build) { throw refusal }
        let worker = try launch.start(died: Self.observer(deaths, build)).worker
        current.withLock { $0 = Current(worker: worker, generation: $0.generation + 1) }
      }
      return .stale
    } catch {
      return fail(
        PluginCallError(
          code: .workerRefused, status: IMP_E_INTERNAL, place: "\(build.plugin): \(request.function.name)",
          reason: error.reason, remedy: error.remedy))
    }
  }

  private func fail(_ error: PluginCallError) -> CallDelivery {
    RunningCall.fail(error)
    return .failed(IMP_E_INTERNAL, words: error.reason)
  }

  private static func error(
    _ failure: WorkerProcess.Failure, of plugin: String, in function: CallFunction
  ) -> PluginCallError {
    let place = "\(plugin): \(function.name)"
    let acts = function.traits.effect == .acts
    let doubt = acts ? " It is unknown whether it has reached the card or its reader." : ""
    if case .system(let number) = failure.problem {
      return PluginCallError(
        code: .workerRefused, status: IMP_E_INTERNAL, place: place,
        reason: "the call cannot be sent to its worker: \(Errno(rawValue: number).description).",
        remedy: "Raise this program's limits of open files and of memory.")
    }
    guard let end = failure.end else {
      return PluginCallError(
        code: .workerEnded, status: IMP_E_INTERNAL, place: place,
        reason:
          "its worker does not answer, and cannot be killed yet: it is in uninterruptible sleep.\(doubt)",
        remedy: "Look for a device or file system that hangs.")
    }
    if case .deadline = failure.problem, case .deadline = end.verdict {
      return PluginCallError(
        code: .workerTimeout, status: IMP_E_INTERNAL, place: place,
        reason: "its worker \(end.sentence)\(doubt)",
        remedy: acts
          ? "Connect again, and check the card's state before you send it again. Raise the deadline for slow cards."
          : "Try again with less data; raise the deadline on slow machines. Otherwise ask the plugin's vendor."
      )
    }
    return PluginCallError(
      code: .workerEnded, status: IMP_E_INTERNAL, place: place,
      reason: "its worker \(end.sentence) The call in progress was \(function.name).\(doubt)",
      remedy: "\(next(after: function)) Update the plugin, and ask its vendor if it happens again.")
  }

  private static func next(after function: CallFunction) -> String {
    if function.traits.effect == .acts {
      return "Connect again, and check the card's state before you send it again."
    }
    return function.traits.afterEnd == .isLost
      ? "Open devices, running captures and speech recognisers have ended with it: reopen, restart or make them again."
      : "The next call restarts it."
  }
}
