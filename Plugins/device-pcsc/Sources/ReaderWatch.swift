// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Readers and cards that come and go.
///
/// A thread of its own waits in pcscd, so that `next` can be left at any moment: pcsc-lite's cancel is lost
/// where it comes just before the wait.
final class ReaderWatch: DeviceWatchSession {
  private struct State {
    var events: [DeviceEvent] = []
    /// pcscd has ended, and nobody was told yet.
    var loss: PluginFailure?
    var isCancelled = false
    var isStopped = false
    var hasEnded = false
    /// What the thread waits in.
    var context: PCSCContext?
  }

  private let state: Monitor<State>

  /// More events than anybody keeps up with.
  private static let mostEvents = 1024
  /// pcsc-lite before 2.0 does not see a reader that comes while nobody waits; so readers are listed this
  /// often too.
  private static let listingTime: UInt32 = 1000
  /// How soon a pcscd that is back is seen.
  private static let retryTime: UInt64 = 100_000_000

  init() throws(PluginFailure) {
    let context = try PCSCContext()
    let known = try context.snapshot()
    let state = Monitor(State(context: context))
    self.state = state
    let isStarted = startThread {
      Self.run(context, known, state)
      state.with { $0.hasEnded = true }
    }
    guard isStarted else {
      throw PluginFailure(.memory, "There is no thread to watch readers on; end some of this process's.")
    }
  }

  deinit {
    // A cancel may come before the wait it is for: until the thread has ended, there is another.
    for _ in 0..<200 {
      let context = state.with { state in
        state.isStopped = true
        return state.context
      }
      context?.cancel()
      if state.wait(until: MonotonicClock.after(10_000_000), { $0.hasEnded ? true : nil }) != nil { return }
    }
  }

  func next(timeout: UInt64) throws(PluginFailure) -> DeviceEvent {
    let found = state.wait(until: MonotonicClock.after(timeout)) {
      state -> Result<DeviceEvent, PluginFailure>? in
      if state.isCancelled { return .failure(PluginFailure(.cancelled, "The watch was cancelled.")) }
      if !state.events.isEmpty { return .success(state.events.removeFirst()) }
      if let loss = state.loss {
        state.loss = nil
        return .failure(loss)
      }
      return nil
    }
    guard let found else { throw PluginFailure(.timeout, "No reader and no card has come or gone.") }
    return try found.get()
  }

  func cancel() { state.with { $0.isCancelled = true } }

  // MARK: The thread

  private static func run(_ first: PCSCContext, _ known: [ReaderState], _ state: Monitor<State>) {
    var context: PCSCContext? = first
    var known = known
    while !state.with({ $0.isStopped }) {
      do throws(PluginFailure) {
        if let context {
          try look(context, &known, state)
        } else {
          let next = try PCSCContext()
          known = try next.snapshot()
          context = next
          state.with { state in
            state.context = next
            state.loss = nil
            state.events = [event(.listAgain)]
          }
        }
      } catch {
        // pcscd has ended, or is not back yet: reported once.
        if context != nil {
          context = nil
          state.with { state in
            state.context = nil
            state.loss = error
          }
        }
        _ = state.wait(until: MonotonicClock.after(retryTime)) { $0.isStopped ? true : nil }
      }
    }
  }

  /// Waits for a change, and tells it.
  private static func look(
    _ context: PCSCContext, _ known: inout [ReaderState], _ state: Monitor<State>
  ) throws(PluginFailure) {
    let names = try context.names()
    var readers = names.map { name in known.first { $0.name == name } ?? ReaderState(name: name) }
    let code = context.wait(&readers, milliseconds: listingTime, newReaders: true)
    switch code {
    case .success, .timeout: break
    // One has gone since they were listed; a stop.
    case .unknownReader, .cancelled: return
    default: throw code.failure("pcscd") ?? PCSCContext.failure("watching readers", code)
    }
    var events: [DeviceEvent] = []
    for old in known where !names.contains(old.name) { events.append(event(.removed, old.name)) }
    for reader in readers {
      guard let old = known.first(where: { $0.name == reader.name }) else {
        events.append(event(.added, reader.name, reader.state))
        continue
      }
      if old.state != reader.state || old.events != reader.events {
        events.append(event(.changed, reader.name, reader.state))
      }
    }
    known = readers
    guard !events.isEmpty else { return }
    state.with { state in
      state.events += events
      if state.events.count > mostEvents { state.events = [event(.listAgain)] }
    }
  }

  private static func event(
    _ change: DeviceChange, _ locator: String = "", _ readerState: CardReaderState = []
  ) -> DeviceEvent {
    DeviceEvent(
      device: .cardReader, change: change, locator: locator, timestamp: MonotonicClock.now,
      readerState: readerState.rawValue)
  }
}
