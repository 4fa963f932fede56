// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintSettings
internal import ImprintThreads
internal import Synchronization

/// A check to be made, with what is known beforehand.
struct CheckJob: Sendable {
  let check: ConformanceCheck
  /// Why the check is not made; `nil` where it is.
  let exclusion: String?
  /// Why and by whom a failure is accepted.
  let waiver: CheckWaiver?
  /// Where the plugin's code runs.
  let isolation: Isolation

  /// - Parameter manifest: `nil` where it cannot be read.
  init(_ check: ConformanceCheck, _ settings: CheckSettings, manifest: PluginManifest?) {
    self.check = check
    waiver = settings.waivers.first { $0.check == check.id && CheckWaivability.isWaivable(check.id) }
    let isElsewhere = settings.isExamination && !check.isolations.contains(settings.isolation)
    let isolation = isElsewhere ? check.isolations.first ?? settings.isolation : settings.isolation
    self.isolation = isolation
    exclusion =
      if !check.isolations.contains(isolation) {
        "it applies to isolation \(check.isolationNames.joined(separator: ", "))."
      } else if !check.scope.needsManifest { nil } else if let manifest {
        check.scope.exclusion(of: manifest)
      } else {
        "the manifest cannot be read."
      }
  }
}

/// Runs jobs on a few dedicated threads, and returns the results in the order of the jobs.
///
/// Threads, not tasks: a check's process is killed with the thread that started it.
final class CheckQueue: Sendable {
  typealias Work = @Sendable (CheckJob) throws -> CheckResult
  typealias Done = @Sendable (Result<[CheckResult], any Error>) -> Void

  private struct State: Sendable {
    var next = 0
    var results: [CheckResult?]
    var running = 0
    var failure: (any Error)?
  }

  private let jobs: [CheckJob]
  private let state: Mutex<State>
  private let cancelled = Atomic(false)

  init(_ jobs: [CheckJob]) {
    self.jobs = jobs
    state = Mutex(State(results: Array(repeating: nil, count: jobs.count)))
  }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Starts the threads and returns; the last one that ends calls `done`, once.
  func work(threads: Int, done: @escaping Done, _ work: @escaping Work) {
    state.withLock { $0.running = threads }
    for _ in 0..<threads {
      do throws(SystemThreadError) {
        try SystemThread.detach { [self] in
          while let index = take() { make(index, work) }
          leave(done)
        }
      } catch {
        state.withLock {
          $0.failure = $0.failure ?? CheckRunError.cannotStart("pthread_create", error.number)
        }
        leave(done)
      }
    }
  }

  private func take() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < jobs.count else { return nil }
      guard !isCancelled else {
        state.failure = CancellationError()
        return nil
      }
      state.next += 1
      return state.next - 1
    }
  }

  private func make(_ index: Int, _ work: Work) {
    do {
      let result = try work(jobs[index])
      state.withLock { $0.results[index] = result }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      cancel()
    }
  }

  private func leave(_ done: Done) {
    let answer = state.withLock { state -> Result<[CheckResult], any Error>? in
      state.running -= 1
      guard state.running == 0 else { return nil }
      if let failure = state.failure { return .failure(failure) }
      return .success(state.results.compactMap { $0 })
    }
    if let answer { done(answer) }
  }
}
