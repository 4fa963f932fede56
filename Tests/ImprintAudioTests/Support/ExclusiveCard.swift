// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime
import Synchronization

/// A sound card that is busy as long as a source of it lives, as `hw:` devices are.
final class ExclusiveCard: Sendable {
  private struct State {
    var scripts: [[ScriptedSource.Step]]
    weak var source: ScriptedSource?
  }

  private let state: Mutex<State>

  /// - Parameter scripts: what each opening gives, in order.
  init(_ scripts: [[ScriptedSource.Step]]) { state = Mutex(State(scripts: scripts)) }

  func open() throws -> ScriptedSource {
    try state.withLock { state in
      guard state.source == nil else { throw PluginCallError(status: 102, plugin: "card", function: "open") }
      guard !state.scripts.isEmpty else {
        throw PluginCallError(status: 602, plugin: "card", function: "open")
      }
      let source = ScriptedSource(state.scripts.removeFirst())
      state.source = source
      return source
    }
  }
}
