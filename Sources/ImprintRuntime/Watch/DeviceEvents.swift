// SPDX-License-Identifier: Apache-2.0

/// The events of a ``DeviceWatch``, one after the other, until it is cancelled.
///
/// While the system's service is away it waits for its return, which is ``DeviceChange/listAgain``.
public struct DeviceEvents: AsyncSequence, Sendable {
  public typealias Element = DeviceEvent
  public typealias Failure = PluginCallError

  let watch: DeviceWatch

  public func makeAsyncIterator() -> Iterator { Iterator(watch: watch) }

  public struct Iterator: AsyncIteratorProtocol {
    let watch: DeviceWatch

    // A plugin may answer at once that the service is away still.
    private static let pause = Duration.milliseconds(500)

    /// - Returns: `nil` once the watch, or the task, was cancelled.
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
            // A task that was cancelled has cancelled the watch as well, which the next call says.
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
  /// What comes, goes and changes from now on. One task at a time may wait.
  public nonisolated var events: DeviceEvents { DeviceEvents(watch: self) }
}
