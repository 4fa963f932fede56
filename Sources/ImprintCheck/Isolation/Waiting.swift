// SPDX-License-Identifier: Apache-2.0
private import Dispatch
private import Synchronization

/// Lets a check, which has a thread of its own, wait for asynchronous work.
enum Waiting {
  /// Runs it on the shared thread pool of tasks, and blocks this thread.
  static func forResult<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value
  {
    let result = Box<Value>()
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        result.set(.success(try await body()))
      } catch {
        result.set(.failure(error))
      }
      end.signal()
    }
    end.wait()
    return try result.get()
  }

  private final class Box<Value: Sendable>: Sendable {
    private let value = Mutex<Result<Value, any Error>?>(nil)

    func set(_ result: Result<Value, any Error>) { value.withLock { $0 = result } }

    func get() throws -> Value {
      guard let result = value.withLock({ $0 }) else { throw CheckFailure("the task did not end.") }
      return try result.get()
    }
  }
}
