// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
public import ImprintRuntime
internal import Logging

/// Devices of several plugins, told apart by their names: of all that are installed, for those who set up,
/// choose and test devices; or of a variant's, which
/// ``BiometricSystem/devices`` are.
///
/// ```swift
/// let directory = DeviceDirectory()
/// for device in await directory.listing().devices { print(device.kind, device.locator, device.name) }
/// ```
///
/// Any thread. Where plugins run is as the configuration or its variant says.
public final class DeviceDirectory: Sendable {
  public let catalog: PluginCatalog
  private let runtime: PluginRuntime
  private let providers: @Sendable (AbilityID) -> [FoundPlugin]
  private let logger: Logger
  let cameraChoice: CameraChoice

  /// Finds the plugins; no library is loaded by this. Where the configuration chooses plugins for devices,
  /// those alone are asked.
  public convenience init(_ configuration: ImprintConfiguration = ImprintConfiguration()) {
    let catalog = PluginCatalog.discover(configuration.searchPath)
    let abilities = Set(DeviceKind.allCases.map(\.ability))
    let chosen = catalog.found.filter {
      configuration.plugins.contains($0.manifest.id) && !abilities.isDisjoint(with: $0.manifest.provides)
    }
    let plugins = chosen.isEmpty ? catalog.found : chosen
    let runtime = PluginRuntime(
      catalog: catalog, trust: configuration.trust, entitlements: configuration.entitlements,
      logger: configuration.logger, hostName: "imprint",
      hostVersion: BuildInformation.version.description,
      isolation: configuration.isolation(in: catalog),
      workers: configuration.workers, quarantine: configuration.quarantine, tap: configuration.tap)
    self.init(
      catalog, runtime, cameraChoice: configuration.cameraChoice, logger: configuration.logger
    ) { ability in
      plugins.filter { $0.manifest.provides(ability) }
    }
  }

  /// The devices of some plugins that a runtime opens.
  init(
    _ catalog: PluginCatalog, _ runtime: PluginRuntime, cameraChoice: CameraChoice, logger: Logger,
    providers: @escaping @Sendable (AbilityID) -> [FoundPlugin]
  ) {
    self.catalog = catalog
    self.runtime = runtime
    self.cameraChoice = cameraChoice
    self.logger = logger
    self.providers = providers
  }

  /// Plugins with an ability, of those whose devices these are.
  public func plugins(providing ability: AbilityID) -> [FoundPlugin] { providers(ability) }

  /// Asks every plugin for its devices. Takes as long as asking them takes; blocks the calling thread: a task
  /// has another of this name.
  @available(*, noasync)
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

  /// The same for a task, whose thread it does not block.
  public func listing(of kinds: [DeviceKind] = DeviceKind.allCases) async -> DeviceListing {
    await PluginWork.run { self.listing(of: kinds) }
  }

  /// Opens a plugin, for a device that may be a file.
  @available(*, noasync)
  func open(_ plugin: FoundPlugin, readablePaths: [String] = []) throws(PluginError) -> OpenPlugin {
    try runtime.open(plugin, readablePaths: readablePaths)
  }

  /// The same for a task, whose thread it does not block.
  func open(
    _ plugin: FoundPlugin, readablePaths: [String] = []
  ) async throws(PluginError) -> OpenPlugin {
    try await runtime.open(plugin, readablePaths: readablePaths)
  }

  /// The devices of one kind; none is an empty list. A plugin that could not be asked is in the log where
  /// others found some.
  /// - Throws: ``DeviceError`` `noPlugin`; where nothing was found, why the first that could not be asked was
  ///   not.
  @available(*, noasync)
  func devices(of kind: DeviceKind) throws -> [Device] {
    let plugins = try required(kind)
    var devices: [Device] = []
    var failures: [any Error] = []
    for plugin in plugins {
      do {
        devices += try ask(plugin, for: kind)
      } catch {
        failures.append(error)
        logger.warning(
          "a plugin cannot be asked for devices",
          metadata: ["plugin.id": "\(plugin.manifest.id)", "reason": "\(error)"])
      }
    }
    if devices.isEmpty, let failure = failures.first { throw failure }
    return devices
  }

  /// The plugins for a kind, at least one.
  func required(_ kind: DeviceKind) throws(DeviceError) -> [FoundPlugin] {
    let plugins = plugins(providing: kind.ability)
    guard plugins.isEmpty else { return plugins }
    let others = catalog.found.filter { $0.manifest.provides(kind.ability) }.map(\.manifest.id).sorted()
    throw DeviceError.noPlugin(kind, installed: others)
  }

  /// Plugins that may open a device of that name: the one that lists it; where none does, all of the kind, in
  /// the order in which they are asked.
  ///
  /// A plugin that uses no devices of the machine, such as one that plays recordings, may take every name for
  /// a path: it comes last. A file that is there is offered to such plugins alone; no other is opened for it.
  /// - Throws: ``DeviceError`` `noPlugin`; `ambiguous` where several list it.
  @available(*, noasync)
  func candidates(for locator: String, _ kind: DeviceKind) throws(DeviceError) -> [FoundPlugin] {
    let all = try required(kind)
    // Whatever it lists, there is nobody else to ask.
    guard all.count > 1 else { return all }
    let finders = all.filter { !$0.manifest.devices.isEmpty }
    let others = all.filter { $0.manifest.devices.isEmpty }
    if DeviceName(locator).isOfFile { return others.isEmpty ? finders : others }
    for group in [finders, others] {
      let listing = group.filter { plugin in
        guard case .success(let devices) = list(kind, of: plugin) else { return false }
        return devices.contains { $0.isNamed(locator) }
      }
      guard listing.count < 2 else { throw DeviceError.ambiguous(locator, listing.map(\.manifest.id)) }
      if !listing.isEmpty { return listing }
    }
    return finders + others
  }

  private func list(_ kind: DeviceKind, of plugin: FoundPlugin) -> Result<[Device], DeviceFailure> {
    let id = plugin.manifest.id
    do {
      return .success(try ask(plugin, for: kind))
    } catch let error as PluginError {
      return .failure(DeviceFailure(id, kind, error))
    } catch let error as PluginCallError {
      return .failure(DeviceFailure(id, kind, error))
    } catch {
      // Asking throws nothing else.
      return .failure(DeviceFailure(id, kind, DeviceError.noPlugin(kind, installed: [])))
    }
  }

  private func ask(_ plugin: FoundPlugin, for kind: DeviceKind) throws -> [Device] {
    let open = try open(plugin)
    let details: [Device.Details] =
      switch kind {
      case .camera: try Camera.list(open).map { .camera($0) }
      case .microphone: try Microphone.list(open).map { .microphone($0) }
      case .cardReader: try CardReader.list(open).map { .cardReader($0) }
      }
    return details.map { Device(plugin: plugin.manifest.id, details: $0) }
  }
}
