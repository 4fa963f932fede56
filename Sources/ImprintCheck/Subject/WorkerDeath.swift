// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
internal import Synchronization

/// How the worker of a check ended, where the plugin is the cause. No other is started then.
final class WorkerDeath: PluginDeathObserver {
  private let first = Mutex<PluginDeath?>(nil)

  /// The failure of every check whose worker has ended, whatever the check's own result; `nil` where it is
  /// running.
  var failure: CheckFailure? {
    first.withLock { death in
      death.map { CheckFailure("its worker ended: \($0.reason).", place: $0.function) }
    }
  }

  func pluginDied(_ death: PluginDeath) { first.withLock { $0 = $0 ?? death } }

  func refusal(of build: PluginBuild) -> PluginError? {
    failure.map {
      PluginError(
        .workerFailed, place: build.plugin, reason: $0.reason, remedy: "A check starts one worker only.")
    }
  }
}
