// SPDX-License-Identifier: Apache-2.0

/// The sequence of events of a ``DeviceWatch``, until it is cancelled.
///
/// While the system's service is unavailable it waits for its return, reported as ``DeviceChange/listAgain``.
public struct DeviceEvents: AsyncSequence, Sendable {
  public typealias Element = DeviceEvent
  public typealias Failure = PluginCallError

  let watch: DeviceWatch

  public func makeAsyncIterator() -> Iterator { Iterator(watch: watch) }

  public struct Iterator: AsyncIteratorProtocol {
    let watch: DeviceWatch

    // A plugin may return at once that the service is still unavailable.
    private static let pause = Duration.milliseconds(500)

    /// - Returns: `nil` once the watch or the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(PluginCallError) -> DeviceEvent? {
      while true {
        do throws(PluginCallError) {
          return try await watch.next(timeout: .seconds(Int64.max))
        } catch {
          switch error.code {
          case .cancelled: return nil
          case .timeout: continue
          case .service:
            // Cancelling the task cancels the watch as well, which the next call reports.
            if (try? await Task.sleep(for: Self.pause)) == nil { watch.cancel() }
          default: throw error
          }
        }
      }
    }

    public mutating func next() async throws(PluginCallError) -> DeviceEvent? {
      try await next(isolation: nil)
    }
  }
}

extension DeviceWatch {
  /// All changes from now on. Only one task at a time may wait.
  public nonisolated var events: DeviceEvents { DeviceEvents(watch: self) }
}
