// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What is seen of devices that come and go, over all plugins.
public enum DeviceWatching: Sendable {
  /// A plugin is watched from now on.
  case began(plugin: String)
  case event(DeviceEvent, plugin: String)
  /// A plugin is not watched, or no longer.
  case failed(DeviceFailure)
}

extension DeviceDirectory {
  /// What comes, goes and changes from now on, of all plugins that can tell, until the reading task is cancelled, or none is
  /// left to watch.
  public func watching(_ kinds: [DeviceKind] = DeviceKind.allCases) -> AsyncStream<DeviceWatching> {
    let (stream, tell) = AsyncStream<DeviceWatching>.makeStream()
    let plugins = plugins(providing: .deviceWatch).compactMap { plugin in
      let watched = kinds.filter { plugin.manifest.provides.contains($0.ability) }
      return watched.isEmpty ? nil : (plugin, watched)
    }
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        for (plugin, kinds) in plugins {
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
      let watch = try await DeviceWatch.open(try open(plugin))
      tell.yield(.began(plugin: id))
      // A plugin may be for more kinds than were asked for.
      for try await event in watch.events where kinds.contains(event.device) {
        tell.yield(.event(event, plugin: id))
      }
    } catch let error as PluginError {
      tell.yield(.failed(DeviceFailure(id, kinds[0], error)))
    } catch let error as PluginCallError {
      tell.yield(.failed(DeviceFailure(id, kinds[0], error)))
    } catch {
      // Neither throws anything else.
    }
  }
}
