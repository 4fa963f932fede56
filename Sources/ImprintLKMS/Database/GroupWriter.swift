// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import Synchronization

/// Group commit: concurrent writes share one transaction, and so one fsync, which dominates the cost of a
/// commit and is the same for sixty writes as for one.
///
/// Each write has a savepoint of its own: one that throws rolls back only itself. All return when the
/// transaction is durable and the mark names it, or all throw.
final class GroupWriter: Sendable {
  private struct Job: Sendable {
    /// Runs the write. Throws if the whole transaction is lost, not if only this write is rolled back.
    let evaluate: @Sendable (Database) throws -> Void
    /// Resumes the caller; with an error if the transaction did not commit.
    let deliver: @Sendable ((any Error)?) -> Void
  }

  private struct Queue {
    var waiting: [Job] = []
    var isDraining = false
  }

  private let pool: DatabasePool
  private let limit: Int
  private let mark: CommitMark
  private let files: OpenedFiles
  private let queue = Mutex(Queue())

  init(pool: DatabasePool, limit: Int, mark: CommitMark, files: OpenedFiles) {
    self.pool = pool
    self.limit = limit
    self.mark = mark
    self.files = files
  }

  /// Runs a write and waits until it is durable.
  func run<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let slot = Slot<T>()
      enqueue(
        Job {
          try slot.fill(body, in: $0)
        } deliver: { error in
          continuation.resume(with: error.map { .failure($0) } ?? slot.result)
        })
    }
  }

  private func enqueue(_ job: Job) {
    let begins = queue.withLock { queue in
      queue.waiting.append(job)
      defer { queue.isDraining = true }
      return !queue.isDraining
    }
    if begins { pool.asyncWriteWithoutTransaction { self.drain($0) } }
  }

  private func drain(_ database: Database) {
    while let group = next() { commit(group, in: database) }
  }

  private func next() -> [Job]? {
    queue.withLock { queue in
      guard !queue.waiting.isEmpty else {
        queue.isDraining = false
        return nil
      }
      let group = Array(queue.waiting.prefix(limit))
      queue.waiting.removeFirst(group.count)
      return group
    }
  }

  private func commit(_ group: [Job], in database: Database) {
    var failure: (any Error)?
    do {
      var number = CommitNumber.zero
      // Immediate: locks before anything is read, so that no decision rests on stale state.
      try database.inTransaction(.immediate) {
        for job in group { try job.evaluate(database) }
        number = try Branch.advance(in: database)
        return .commit
      }
      try files.check()
      try mark.note(number, log: try WriteAheadLog.beside(files.path)?.salt)
    } catch {
      failure = error
    }
    for job in group { job.deliver(failure) }
  }
}

/// Holds a write's value until the transaction is durable.
private final class Slot<T: Sendable>: Sendable {
  private let stored = Mutex<Result<T, any Error>?>(nil)

  var result: Result<T, any Error> {
    stored.withLock { $0 } ?? .failure(CancellationError())
  }

  func fill(_ body: (Database) throws -> T, in database: Database) throws {
    do {
      try database.inSavepoint {
        let value = try body(database)
        stored.withLock { $0 = .success(value) }
        return .commit
      }
    } catch {
      // A full disk rolls back the whole transaction, including the other writes.
      guard database.isInsideTransaction else { throw error }
      stored.withLock { $0 = .failure(error) }
    }
  }
}
