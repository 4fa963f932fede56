// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Hot-plug events of all plugins.
public enum DeviceWatching: Sendable {
  /// Watching a plugin has begun: list its devices now.
  case began(plugin: String)
  case event(DeviceEvent, plugin: String)
  /// A plugin is not watched, or no longer. The code `service` is reported once: the system's service, such
  /// as pcscd, is not running, and is polled for until it is, which ``began(plugin:)`` reports.
  case failed(DeviceFailure)
}

extension DeviceDirectory {
  /// Hot-plug events from now on, of all plugins that can watch, until the reading task is cancelled, or none
  /// is left to watch.
  public func watching(_ kinds: [DeviceKind] = DeviceKind.allCases) -> AsyncStream<DeviceWatching> {
    let (stream, tell) = AsyncStream<DeviceWatching>.makeStream()
    var plugins: [(plugin: FoundPlugin, kinds: [DeviceKind])] = []
    for kind in kinds {
      for plugin in self.plugins(providing: kind.ability) where plugin.manifest.provides(.deviceWatch) {
        if let place = plugins.firstIndex(where: { $0.plugin.manifest.id == plugin.manifest.id }) {
          plugins[place].kinds.append(kind)
        } else {
          plugins.append((plugin, [kind]))
        }
      }
    }
    let watched = plugins
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        for (plugin, kinds) in watched {
          group.addTask { await self.watch(plugin, kinds, tell) }
        }
      }
      tell.finish()
    }
    tell.onTermination = { _ in task.cancel() }
    return stream
  }

  private func watch(
    _ plugin: FoundPlugin, _ kinds: [DeviceKind], _ tell: AsyncStream<DeviceWatching>.Continuation
  ) async {
    let id = plugin.manifest.id
    do {
      guard
        let watch = try await openWatch(
          try await open(plugin), kinds[0], tell)
      else { return }
      tell.yield(.began(plugin: id))
      // A plugin may serve more kinds than were requested.
      for try await event in watch.events where kinds.contains(event.device) {
        tell.yield(.event(event, plugin: id))
      }
    } catch let error as PluginError {
      tell.yield(.failed(DeviceFailure(id, kinds[0], error)))
    } catch let error as PluginCallError {
      tell.yield(.failed(DeviceFailure(id, kinds[0], error)))
    } catch {
      // Neither call throws anything else.
    }
  }

  /// Waits for the system's service where it is not running, as ``DeviceEvents`` does where it stops later.
  /// - Returns: `nil` where the task was cancelled.
  private func openWatch(
    _ plugin: OpenPlugin, _ kind: DeviceKind, _ tell: AsyncStream<DeviceWatching>.Continuation
  ) async throws(PluginCallError) -> DeviceWatch? {
    var isTold = false
    while !Task.isCancelled {
      do throws(PluginCallError) {
        return try await DeviceWatch.open(plugin)
      } catch  where error.code == .service {
        if !isTold { tell.yield(.failed(DeviceFailure(plugin.id, kind, error))) }
        isTold = true
        try? await Task.sleep(for: Self.servicePause)
      }
    }
    return nil
  }

  /// The polling interval for a service that is not running.
  private static let servicePause = Duration.milliseconds(500)
}
