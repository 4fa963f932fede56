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
      kinds.first { plugin.manifest.provides.contains($0.ability) }.map { (plugin, $0) }
    }
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        for (plugin, kind) in plugins {
          group.addTask { await self.watch(plugin, kind, tell) }
        }
      }
      tell.finish()
    }
    tell.onTermination = { _ in task.cancel() }
    return stream
  }

  private func watch(
    _ plugin: FoundPlugin, _ kind: DeviceKind, _ tell: AsyncStream<DeviceWatching>.Continuation
  ) async {
    let id = plugin.manifest.id
    do {
      let watch = try await DeviceWatch.open(try open(plugin))
      tell.yield(.began(plugin: id))
      for try await event in watch.events { tell.yield(.event(event, plugin: id)) }
    } catch let error as PluginError {
      tell.yield(.failed(DeviceFailure(id, kind, error)))
    } catch let error as PluginCallError {
      tell.yield(.failed(DeviceFailure(id, kind, error)))
    } catch {
      // Neither throws anything else.
    }
  }
}
