// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// Serializes a licence manager's operations, and coalesces concurrent activations.
final class LicenseTurns: Sendable {
  typealias Outcome = Result<LicenseStatus, LicenseActivationError>

  private struct State {
    var last: Task<Void, Never>?
    var shared: (id: Int, task: Task<Outcome, Never>)?
    var count = 0
  }

  private let state = Mutex(State())

  /// Runs work after all earlier work.
  func alone<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    await state.withLock { Self.queue(work, &$0) }.value
  }

  /// Joins a waiting or running activation, or enqueues one.
  func shared(_ work: @escaping @Sendable () async -> Outcome) async -> Outcome {
    let (id, task) = state.withLock { state in
      if let shared = state.shared { return shared }
      state.count += 1
      let shared = (id: state.count, task: Self.queue(work, &state))
      state.shared = shared
      return shared
    }
    let outcome = await task.value
    state.withLock { if $0.shared?.id == id { $0.shared = nil } }
    return outcome
  }

  /// A task of its own: the caller may be cancelled, while others have joined.
  private static func queue<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value, _ state: inout State
  ) -> Task<Value, Never> {
    let before = state.last
    let task = Task {
      await before?.value
      return await work()
    }
    state.last = Task { _ = await task.value }
    return task
  }
}
