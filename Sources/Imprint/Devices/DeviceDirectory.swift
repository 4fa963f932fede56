// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
public import ImprintRuntime
internal import Logging

/// Devices of several plugins, addressed by name: of all installed plugins, for setting up, choosing and
/// testing devices; or of a variant's plugins, which ``BiometricSystem/devices`` are.
///
/// ```swift
/// let directory = DeviceDirectory()
/// for device in await directory.listing().devices { print(device.kind, device.locator, device.name) }
/// ```
///
/// Thread-safe. The configuration or its variant determines where plugins run.
public final class DeviceDirectory: Sendable {
  public let catalog: PluginCatalog
  private let runtime: PluginRuntime
  private let providers: @Sendable (AbilityID) -> [FoundPlugin]
  private let logger: Logger
  let cameraChoice: CameraChoice

  /// Finds the plugins; loads no library. Where the configuration chooses plugins for devices, only those are
  /// used.
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

  /// The devices of given plugins, opened by a runtime.
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

  /// The directory's plugins that have an ability.
  public func plugins(providing ability: AbilityID) -> [FoundPlugin] { providers(ability) }

  /// Lists the devices of every plugin, one after the other. Blocks the calling thread: a task awaits
  /// ``listing(of:)``.
  @available(*, noasync)
  public func listingBlocking(of kinds: [DeviceKind] = DeviceKind.allCases) -> DeviceListing {
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

  /// ``listingBlocking(of:)`` on a thread of its own.
  public func listing(of kinds: [DeviceKind] = DeviceKind.allCases) async -> DeviceListing {
    await PluginWork.run { self.listingBlocking(of: kinds) }
  }

  /// Opens a plugin, for a device that may be a file.
  @available(*, noasync)
  func openBlocking(_ plugin: FoundPlugin, readablePaths: [String] = []) throws(PluginError) -> OpenPlugin {
    try runtime.openBlocking(plugin, readablePaths: readablePaths)
  }

  /// ``openBlocking(_:readablePaths:)`` on a thread of its own.
  func open(
    _ plugin: FoundPlugin, readablePaths: [String] = []
  ) async throws(PluginError) -> OpenPlugin {
    try await runtime.open(plugin, readablePaths: readablePaths)
  }

  /// The devices of one kind; may be empty. Where others found some, a plugin that could not be queried is
  /// logged.
  /// - Throws: ``DeviceError`` `noPlugin`; where nothing was found, the error of the first plugin that could
  ///   not be queried.
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
          "the devices of a plugin cannot be listed",
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
  /// the order they are tried.
  ///
  /// A plugin that uses no devices of the machine, such as one that plays recordings, may take any name to be
  /// a path, so it comes last. An existing file is offered only to such plugins.
  /// - Throws: ``DeviceError`` `noPlugin`; `ambiguous` where several list it.
  @available(*, noasync)
  func candidates(for locator: String, _ kind: DeviceKind) throws(DeviceError) -> [FoundPlugin] {
    let all = try required(kind)
    // Whatever it lists, there is no other plugin to try.
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
      // Listing throws nothing else.
      return .failure(DeviceFailure(id, kind, DeviceError.noPlugin(kind, installed: [])))
    }
  }

  private func ask(_ plugin: FoundPlugin, for kind: DeviceKind) throws -> [Device] {
    let open = try openBlocking(plugin)
    let details: [Device.Details] =
      switch kind {
      case .camera: try Camera.list(open).map { .camera($0) }
      case .microphone: try Microphone.list(open).map { .microphone($0) }
      case .cardReader: try CardReader.list(open).map { .cardReader($0) }
      case .fingerReader: try FingerReader.list(open).map { .fingerReader($0) }
      }
    return details.map { Device(plugin: plugin.manifest.id, details: $0) }
  }
}
