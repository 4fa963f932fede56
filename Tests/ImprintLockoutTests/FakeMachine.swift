// SPDX-License-Identifier: Apache-2.0
import ImprintLockout
import Synchronization

/// A machine whose clocks go when the test says so.
final class FakeMachine: LockoutClock {
  private struct State {
    var boot = 1
    var knowsBoot = true
    var bootTime: Int64 = 100_000_000_000
    var wall: Int64 = 1_795_000_000_000
    var running: Set<LockoutProcess> = []
    var hidden: Set<LockoutProcess> = []

    var bootName: String? { knowsBoot ? "boot \(boot)" : nil }
  }

  private let state = Mutex(State())

  func now() -> LockoutMoment {
    state.withLock { LockoutMoment(boot: $0.bootName, bootTime: $0.bootTime, wall: $0.wall) }
  }

  /// Milliseconds since 1970 by its clock, which tests set.
  var wall: Int64 {
    get { state.withLock { $0.wall } }
    set { state.withLock { $0.wall = newValue } }
  }

  /// Whether it says which boot this is.
  var knowsBoot: Bool {
    get { state.withLock { $0.knowsBoot } }
    set { state.withLock { $0.knowsBoot = newValue } }
  }

  /// It runs so many seconds.
  func run(_ seconds: Double) {
    state.withLock {
      $0.bootTime += Int64(seconds * 1e9)
      $0.wall += Int64(seconds * 1e3)
    }
  }

  /// It is off so many seconds by its clock, and runs for five then. Nothing of before runs.
  func restart(after seconds: Double = 0) {
    state.withLock {
      $0.boot += 1
      $0.bootTime = 5_000_000_000
      $0.wall += Int64(seconds * 1e3)
      $0.running = []
      $0.hidden = []
    }
  }

  /// Starts a process.
  func process(_ number: Int32 = 10, started: UInt64 = 1) -> FakeProcess {
    state.withLock {
      let new = LockoutProcess(number: number, started: started, boot: $0.bootName, domain: "here")
      $0.running.insert(new)
      return FakeProcess(machine: self, current: new)
    }
  }

  func kill(_ process: FakeProcess) {
    state.withLock { _ = $0.running.remove(process.current) }
  }

  /// Nobody can say any more whether it runs.
  func hide(_ process: FakeProcess) {
    state.withLock { _ = $0.hidden.insert(process.current) }
  }

  fileprivate func state(of process: LockoutProcess) -> LockoutProcess.State {
    state.withLock {
      if let boot = process.boot, let now = $0.bootName, boot != now { return .gone }
      if $0.hidden.contains(process) { return .unknown }
      return $0.running.contains(process) ? .running : .gone
    }
  }
}

/// One of its processes.
struct FakeProcess: LockoutProcesses {
  let machine: FakeMachine
  let current: LockoutProcess

  func state(of process: LockoutProcess) -> LockoutProcess.State { machine.state(of: process) }

  /// The lock-out as this process sees it.
  func lockout(_ folder: String, _ settings: LockoutSettings = .standard) -> LockoutStore {
    LockoutStore(
      folder: folder, settings: settings, clock: machine, processes: self, patience: .seconds(60))
  }
}

/// The code of the error that something throws.
func code<Value: ~Copyable>(_ work: () throws(LockoutError) -> Value) -> LockoutErrorCode? {
  do throws(LockoutError) {
    _ = try work()
    return nil
  } catch {
    return error.code
  }
}

extension LockoutStore {
  /// Makes attempts that all end so, each after its challenge was shown.
  func attempt(_ outcome: LockoutOutcome, _ times: Int = 1, _ subject: LockoutSubject? = nil)
    throws(LockoutError)
  {
    for _ in 0..<times {
      let attempt = try beginBlocking(subject: subject)
      try attempt.shownBlocking()
      try attempt.endBlocking(outcome)
    }
  }
}
