// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
internal import ImprintModel
public import ImprintRuntime

/// All devices of all installed plugins, whatever the variant needs: for those who set up, choose and test devices.
///
/// An application that captures needs ``Imprint`` alone, which opens the cameras of its variant's own plugin.
///
/// ```swift
/// let directory = DeviceDirectory()
/// for device in directory.listing().devices { print(device.kind, device.locator, device.name) }
/// ```
///
/// Any thread. Where plugins run is as the configuration or its variant says.
public final class DeviceDirectory: Sendable {
  public let catalog: PluginCatalog
  private let runtime: PluginRuntime
  private let chosen: [String]

  /// Finds the plugins; no library is loaded by this. Where the configuration chooses plugins for devices, those alone are
  /// asked.
  public init(_ configuration: ImprintConfiguration = ImprintConfiguration()) {
    let catalog = PluginCatalog.discover(configuration.searchPath)
    self.catalog = catalog
    chosen = configuration.plugins
    runtime = PluginRuntime(
      catalog: catalog, trust: configuration.trust, entitlements: configuration.entitlements,
      logger: configuration.logger, hostName: "imprint",
      hostVersion: BuildInformation.version.description,
      isolation: configuration.isolation(in: catalog),
      workers: configuration.workers, quarantine: configuration.quarantine, tap: configuration.tap)
  }

  /// Plugins with an ability: of those chosen, where any of them is for devices; else of the catalog.
  public func plugins(providing ability: AbilityID) -> [FoundPlugin] {
    let abilities = Set(DeviceKind.allCases.map(\.ability))
    let chosen = catalog.found.filter {
      self.chosen.contains($0.manifest.id) && !abilities.isDisjoint(with: $0.manifest.provides)
    }
    return (chosen.isEmpty ? catalog.found : chosen).filter { $0.manifest.provides.contains(ability) }
  }

  /// Asks every plugin for its devices. Takes as long as asking them takes; blocks the calling thread.
  public func listing(of kinds: [DeviceKind] = DeviceKind.allCases) -> DeviceListing {
    var devices: [Device] = []
    var failures: [DeviceFailure] = []
    for kind in kinds {
      for plugin in plugins(providing: kind.ability) {
        switch list(kind, of: plugin) {
        case .success(let found): devices += found
        case .failure(let failure): failures.append(failure)
        }
      }
    }
    return DeviceListing(devices: devices, failures: failures)
  }

  /// Opens a plugin, for a device that may be a file.
  func open(_ plugin: FoundPlugin, readablePaths: [String] = []) throws(PluginError) -> OpenPlugin {
    try runtime.open(plugin, readablePaths: readablePaths)
  }

  /// Plugins that may open a device of that name: the one that lists it; where none does, all of the kind.
  func candidates(for locator: String, _ kind: DeviceKind) -> [FoundPlugin] {
    let all = plugins(providing: kind.ability)
    for plugin in all {
      guard case .success(let devices) = list(kind, of: plugin) else { continue }
      if devices.contains(where: { $0.isNamed(locator) }) { return [plugin] }
    }
    return all
  }

  private func list(_ kind: DeviceKind, of plugin: FoundPlugin) -> Result<[Device], DeviceFailure> {
    let id = plugin.manifest.id
    do {
      let open = try open(plugin)
      let details: [Device.Details] =
        switch kind {
        case .camera: try Camera.list(open).map { .camera($0) }
        case .microphone: try Microphone.list(open).map { .microphone($0) }
        case .cardReader: try CardReader.list(open).map { .cardReader($0) }
        }
      return .success(details.map { Device(plugin: id, details: $0) })
    } catch let error as PluginError {
      return .failure(DeviceFailure(id, kind, error))
    } catch let error as PluginCallError {
      return .failure(DeviceFailure(id, kind, error))
    } catch {
      // Neither of the two functions throws anything else.
      return .failure(DeviceFailure(id, kind, DeviceError.noPlugin(kind)))
    }
  }
}
