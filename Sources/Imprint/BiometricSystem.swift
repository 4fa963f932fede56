// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
public import ImprintMatching
public import ImprintRuntime
internal import Synchronization

/// A resolved set of plugins, opened, and what can be done with it.
///
/// ```swift
/// let system = try BiometricSystem.open(ImprintConfiguration(variant: "face"))
/// let (extractor, matcher) = (try await system.faces.extractor(), try await system.faces.matcher())
/// ```
///
/// Safe from any thread. Plugins are opened when they are first needed and stay open as long as this or
/// anything made from it lives.
public final class BiometricSystem: Sendable {
  /// What was found, and what was skipped, with the reasons.
  public let catalog: PluginCatalog
  /// The variant's plugins: each need is met by exactly one, those of devices by one or several.
  public let set: PluginSet
  /// The devices of the set's plugins, and nobody else's.
  public let devices: DeviceDirectory

  /// What is done with faces alone.
  public var faces: Faces { Faces(system: self) }
  /// What is done with voices alone.
  public var voices: Voices { Voices(system: self) }
  /// What is done with what somebody says.
  public var speech: Speech { Speech(system: self) }
  /// What is done with fingers alone.
  public var fingers: Fingers { Fingers(system: self) }

  private let runtime: PluginRuntime
  let configuration: ImprintConfiguration
  /// For still images, which belong to no stream. Created on first use.
  let pictureTracker = Mutex<Task<FaceTracker, any Error>?>(nil)

  private init(
    catalog: PluginCatalog, set: PluginSet, runtime: PluginRuntime, configuration: ImprintConfiguration
  ) {
    self.catalog = catalog
    self.set = set
    self.runtime = runtime
    self.configuration = configuration
    devices = DeviceDirectory(
      catalog, runtime, cameraChoice: configuration.cameraChoice, logger: configuration.logger
    ) { ability in
      set.providers(of: ability).compactMap { catalog.plugin(withID: $0.id) }
    }
  }

  /// Finds the plugins and resolves the variant. No library is loaded by this.
  /// - Throws: ``ResolutionError``: the variant is not known, or a need is unmet or ambiguous (F5).
  public static func open(_ configuration: ImprintConfiguration = ImprintConfiguration())
    throws(ResolutionError)
    -> BiometricSystem
  {
    let catalog = PluginCatalog.discover(configuration.searchPath)
    let set: PluginSet
    do throws(ResolutionError) {
      set = try catalog.resolve(variant: configuration.variant, choosing: configuration.plugins)
    } catch {
      throw catalog.isEmpty ? MissingInstallation.error(configuration) ?? error : error
    }
    var workers = configuration.workers
    workers.networkPlugins.formUnion(set.network)
    let runtime = PluginRuntime(
      catalog: catalog, trust: configuration.trust, entitlements: configuration.entitlements,
      logger: configuration.logger, hostName: "imprint",
      hostVersion: BuildInformation.version.description,
      isolation: configuration.isolation.map { PluginIsolation($0) } ?? set.isolation,
      workers: workers, quarantine: configuration.quarantine, tap: configuration.tap,
      cache: configuration.cache)
    return BiometricSystem(catalog: catalog, set: set, runtime: runtime, configuration: configuration)
  }

  /// The plugin of the set that provides an ability, opened. Of abilities for devices there may be several:
  /// ``devices``. Blocks the calling thread: a task awaits ``plugin(providing:readablePaths:)``.
  /// - Parameter readablePaths: What the plugin may read where it runs in a process of its own:
  ///   ``PluginRuntime/openBlocking(_:readablePaths:)``.
  /// - Throws: ``PluginError``: it cannot be opened, or the set has none for the ability, or several.
  @available(*, noasync)
  public func pluginBlocking(
    providing ability: AbilityID, readablePaths: [String] = []
  ) throws(PluginError) -> OpenPlugin {
    try openBlocking(found(providing: ability), readablePaths)
  }

  /// ``pluginBlocking(providing:readablePaths:)`` on a thread of its own.
  public func plugin(
    providing ability: AbilityID, readablePaths: [String] = []
  ) async throws(PluginError) -> OpenPlugin {
    try await open(found(providing: ability), readablePaths)
  }

  /// An installed plugin, whether or not the set has it, opened.
  func plugin(withID id: String) async throws(PluginError) -> OpenPlugin {
    guard let found = catalog.plugin(withID: id) else { throw .notInstalled(id) }
    return try await open(found)
  }

  private func open(_ found: FoundPlugin, _ readablePaths: [String] = []) async throws(PluginError)
    -> OpenPlugin
  {
    try await PluginWork.run { () throws(PluginError) in try self.openBlocking(found, readablePaths) }
  }

  @available(*, noasync)
  private func openBlocking(
    _ found: FoundPlugin, _ readablePaths: [String]
  ) throws(PluginError) -> OpenPlugin {
    do throws(PluginError) { return try runtime.openBlocking(found, readablePaths: readablePaths) } catch {
      throw MissingInstallation.gather(error, of: set, in: catalog, by: configuration)
    }
  }

  private func found(providing ability: AbilityID) throws(PluginError) -> FoundPlugin {
    let place = "variant \(configuration.variant)"
    let able = set.providers(of: ability)
    guard able.count < 2 else { throw .several(able.map(\.id), providing: ability, place: place) }
    guard let manifest = able.first, let found = catalog.plugin(withID: manifest.id) else {
      throw PluginError(
        .notProvided, place: place,
        reason: "none of its plugins provides \(ability).",
        remedy: "Choose a variant with it, or add a plugin that provides it.")
    }
    return found
  }

  /// What compares templates, with its calibration.
  /// - Parameters:
  ///   - modality: what they are made of.
  ///   - format: the name of the format; `nil`: the one that new templates are written in, or the only one
  ///     where the set makes none.
  /// - Throws: ``PluginError`` `notProvided` where no plugin of the set compares it, `severalProvide` where
  ///   there are several and none is written, others where it cannot be opened; ``PluginCallError``.
  public func matcher(of modality: Modality, format: String? = nil) async throws -> TemplateMatcher {
    let (plugin, format) = try await plugin(.matcher, for: modality, format: format, \.matcher)
    return TemplateMatcher(
      try await Matcher.make(plugin, format: format), manifest: plugin.manifest,
      among: catalog.found.map(\.manifest), where: { self.mayBeOpened($0) })
  }

  /// The plugin that makes or compares templates, and the format's name. A format that the set only makes, or
  /// only compares, has no path, and is found where it is unambiguous.
  func plugin(
    _ ability: AbilityID, for modality: Modality, format: String?, _ side: KeyPath<TemplatePath, String>
  ) async throws(PluginError) -> (plugin: OpenPlugin, format: String) {
    if let path = set.templatePath(of: modality, format: format),
      let found = catalog.plugin(withID: path[keyPath: side])
    {
      return (try await open(found), path.format.algorithm)
    }
    let all = set.formats(of: ability, modality, named: format)
    guard all.count == 1, let found = catalog.plugin(withID: all[0].plugin) else {
      throw .templates(all, by: ability, of: modality, format, place: "variant \(configuration.variant)")
    }
    return (try await open(found), all[0].format)
  }
}

extension PluginError {
  /// Why no plugin of a set makes or compares templates, or why the choice is ambiguous.
  fileprivate static func templates(
    _ found: [(plugin: String, format: String)], by ability: AbilityID, of modality: Modality,
    _ format: String?, place: String
  ) -> PluginError {
    let does = ability == .matcher ? "compares" : "makes"
    guard found.isEmpty else {
      return PluginError(
        .severalProvide, place: place,
        reason: "it \(does) templates of a \(modality.name) in several formats, and none was chosen: "
          + found.map { "\($0.plugin) \(does) \($0.format)" }.joined(separator: ", ") + ".",
        remedy: "Name one of these formats, which only one plugin \(does).")
    }
    return PluginError(
      .notProvided, place: place,
      reason: "none of its plugins \(does) templates of a \(modality.name)"
        + (format.map { " in the format \($0)." } ?? "."),
      remedy: "Choose a variant with it, or add a plugin that \(does) them.")
  }
}
