// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintRuntime
import Synchronization

/// A reader whose fingers a test presses, in a time of its own that passes while it is waited for.
final class PressedFingers: FingerEventSource {
  enum Step: Sendable {
    case arrive, lift
    case image(FingerImage)
    case retry(FingerRetryReason)
    case wait(Duration)
    case fail(PluginCallError)
    /// Nothing comes, until it is cancelled.
    case hang
  }

  private struct State {
    var steps: ArraySlice<Step>
    var time = Duration.seconds(1_000_000)
    var sequence: UInt64 = 0
    var isOver = false
    var isClosed = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private enum Found: Sendable {
    case event(FingerReaderEvent?)
    case error(PluginCallError)
    case hang
  }

  let info: FingerReaderInfo? = nil
  private let state: Mutex<State>

  init(_ steps: [Step]) { state = Mutex(State(steps: steps[...])) }

  var time: Duration { state.withLock(\.time) }
  var isClosed: Bool { state.withLock(\.isClosed) }

  func nextEvent(timeout: Duration) async throws(PluginCallError) -> FingerReaderEvent? {
    switch state.withLock({ Self.next(&$0, timeout) }) {
    case .event(let event): return event
    case .error(let error): throw error
    case .hang:
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOver = state.withLock { state in
            if !state.isOver { state.waiting = continuation }
            return state.isOver
          }
          if isOver { continuation.resume() }
        }
      } onCancel: {
        cancel()
      }
      throw .cancelledReader
    }
  }

  private static func next(_ state: inout State, _ timeout: Duration) -> Found {
    var left = timeout
    while true {
      guard !state.isOver else { return .error(.cancelledReader) }
      guard let step = state.steps.first else { return .event(nil) }
      let kind: FingerReaderEvent.Kind
      switch step {
      case .wait(let duration):
        guard duration <= left else {
          state.time += left
          state.steps[state.steps.startIndex] = .wait(duration - left)
          return .error(.timeoutOfReader)
        }
        left -= duration
        state.time += duration
        state.steps.removeFirst()
        continue
      case .fail(let error):
        state.steps.removeFirst()
        return .error(error)
      case .hang: return .hang
      case .arrive: kind = .arrived
      case .lift: kind = .lifted
      case .image(let image): kind = .image(image)
      case .retry(let reason): kind = .retry(reason)
      }
      state.steps.removeFirst()
      state.sequence += 1
      return .event(FingerReaderEvent(kind, timestamp: 0, sequence: state.sequence))
    }
  }

  func cancel() {
    state.withLock { state in
      state.isOver = true
      defer { state.waiting = nil }
      return state.waiting
    }?.resume()
  }

  func close() async {
    cancel()
    state.withLock { $0.isClosed = true }
  }
}

extension PluginCallError {
  static let timeoutOfReader = PluginCallError(status: 101, plugin: "pressed", function: "next")
  static let busyReader = PluginCallError(status: 102, plugin: "pressed", function: "open")
  static let cancelledReader = PluginCallError(status: 1002, plugin: "pressed", function: "next")
  static let goneReader = PluginCallError(status: 601, plugin: "pressed", function: "next")
  static let unreadImage = PluginCallError(status: 803, plugin: "pressed", function: "next")
  static let imagelessReader = PluginCallError(status: 203, plugin: "pressed", function: "open")
  static let brokenExtractor = PluginCallError(status: 901, plugin: "pressed", function: "extract")
  static let noPrint = PluginCallError(status: 302, plugin: "pressed", function: "extract")
}
