// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintManifest
public import ImprintMatching
public import ImprintModel
public import ImprintRuntime
private import Synchronization

/// Imprint, opened: a resolved set of plugins, and what can be done with it.
///
/// ```swift
/// let imprint = try Imprint.open(ImprintConfiguration(variant: "face"))
/// let (extractor, matcher) = (try await imprint.faceExtractor(), try await imprint.matcher())
/// ```
///
/// Safe from any thread. Plugins are opened when they are first needed and stay open as long as this or
/// anything made from it lives.
public final class Imprint: Sendable {
  /// What was found, and what was passed over, with the reasons.
  public let catalog: PluginCatalog
  /// The variant's plugins: every need met by exactly one, those of devices by one or several.
  public let set: PluginSet
  /// The devices of the set's plugins, and nobody else's.
  public let devices: DeviceDirectory

  /// How many faces are looked for in one picture. A picture of so many may show more.
  public static let mostFacesOfAPicture = 16

  private let runtime: PluginRuntime
  let configuration: ImprintConfiguration
  /// For pictures that belong to no stream. Made when it is first needed.
  private let pictureTracker = Mutex<Task<FaceTracker, any Error>?>(nil)

  private init(
    catalog: PluginCatalog, set: PluginSet, runtime: PluginRuntime, configuration: ImprintConfiguration
  ) {
    self.catalog = catalog
    self.set = set
    self.runtime = runtime
    self.configuration = configuration
    devices = DeviceDirectory(catalog, runtime, logger: configuration.logger) { ability in
      set.providers(of: ability).compactMap { catalog.plugin(withID: $0.id) }
    }
  }

  /// Finds the plugins and resolves the variant. No library is loaded by this.
  /// - Throws: ``ResolutionError``: the variant is not known, or a need is unmet or doubly met (F5).
  public static func open(_ configuration: ImprintConfiguration = ImprintConfiguration())
    throws(ResolutionError)
    -> Imprint
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
      workers: workers, quarantine: configuration.quarantine, tap: configuration.tap)
    return Imprint(catalog: catalog, set: set, runtime: runtime, configuration: configuration)
  }

  /// The plugin of the set that provides an ability, opened. Of abilities for devices there may be several:
  /// ``devices``.
  /// - Parameter readablePaths: What the plugin may read where it runs in a process of its own:
  ///   ``PluginRuntime/open(_:readablePaths:)``.
  /// - Throws: ``PluginError``: it cannot be opened, or the set has none for the ability, or several.
  public func plugin(
    providing ability: AbilityID, readablePaths: [String] = []
  ) throws(PluginError) -> OpenPlugin {
    let found = try found(providing: ability)
    do throws(PluginError) {
      return try runtime.open(found, readablePaths: readablePaths)
    } catch {
      throw MissingInstallation.gather(error, of: set, in: catalog, by: configuration)
    }
  }

  /// The same, which blocks no thread of the caller's.
  func pluginWithoutBlocking(providing ability: AbilityID) async throws(PluginError) -> OpenPlugin {
    try await open(found(providing: ability))
  }

  private func open(_ found: FoundPlugin) async throws(PluginError) -> OpenPlugin {
    do throws(PluginError) {
      return try await runtime.openWithoutBlocking(found)
    } catch {
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

  /// A tracker of its own state: one for each stream.
  /// - Throws: ``PluginError`` or ``PluginCallError``.
  public func faceTracker(_ options: FaceTrackerOptions = FaceTrackerOptions()) async throws -> FaceTracker {
    try await FaceTracker.make(await pluginWithoutBlocking(providing: .faceTracker), options: options)
  }

  /// Every face of one picture, largest first; at most ``mostFacesOfAPicture`` (F91). The first call loads
  /// the tracker's models; calls take turns.
  /// - Throws: ``PluginError`` or ``PluginCallError``.
  public func faces(in image: Image) async throws -> [Face] {
    let made = pictureTracker.withLock { made -> Task<FaceTracker, any Error> in
      if let made { return made }
      let task = Task {
        try await faceTracker(FaceTrackerOptions(maximumFaces: Self.mostFacesOfAPicture))
      }
      made = task
      return task
    }
    let tracker: FaceTracker
    do {
      tracker = try await made.value
    } catch {
      // Another try may find it mended.
      pictureTracker.withLock { if $0 == made { $0 = nil } }
      throw error
    }
    return try await tracker.faces(in: image)
  }

  /// What makes templates of faces.
  /// - Parameter format: the name of the format; `nil`: the one that new templates are written in.
  /// - Throws: ``PluginError`` or ``PluginCallError``.
  public func faceExtractor(format: String? = nil) async throws -> FaceExtractor {
    let (plugin, format) = try await plugin(.faceExtractor, for: .face, format: format, \.extractor)
    return try await FaceExtractor.make(plugin, format: format)
  }

  /// What makes templates of voices; as ``faceExtractor(format:)``.
  public func voiceExtractor(format: String? = nil) async throws -> VoiceExtractor {
    let (plugin, format) = try await plugin(.voiceExtractor, for: .voice, format: format, \.extractor)
    return try await VoiceExtractor.make(plugin, format: format)
  }

  /// What compares templates, with its calibration.
  /// - Parameters:
  ///   - modality: what they are made of.
  ///   - format: the name of the format; `nil`: the one that new templates are written in.
  /// - Throws: ``PluginError`` or ``PluginCallError``.
  public func matcher(of modality: Modality = .face, format: String? = nil) async throws -> TemplateMatcher {
    let (plugin, format) = try await plugin(.matcher, for: modality, format: format, \.matcher)
    return TemplateMatcher(try await Matcher.make(plugin, format: format), manifest: plugin.manifest)
  }

  /// The plugin that makes or compares templates, and the format's name where the set says it.
  private func plugin(
    _ ability: AbilityID, for modality: Modality, format: String?, _ side: KeyPath<TemplatePath, String>
  ) async throws(PluginError) -> (plugin: OpenPlugin, format: String?) {
    guard let path = set.templatePath(of: modality, format: format),
      let found = catalog.plugin(withID: path[keyPath: side])
    else { return (try await pluginWithoutBlocking(providing: ability), format) }
    return (try await open(found), path.format.algorithm)
  }

  /// A face capture over the camera that is taken where none is named, ready to run.
  /// - Throws: as ``defaultCamera()`` and ``capture(camera:options:)``.
  public func capture(options: FaceCaptureOptions = FaceCaptureOptions()) async throws -> FaceCapture {
    try await capture(camera: CameraOptions(locator: defaultCamera().locator), options: options)
  }

  /// A face capture over one camera, ready to run.
  public func capture(
    camera: CameraOptions, options: FaceCaptureOptions = FaceCaptureOptions()
  ) async throws -> FaceCapture {
    // The camera last: it starts when it is opened.
    let tracker = try await faceTracker()
    let machine = try await FaceCaptureMachine.make(
      await pluginWithoutBlocking(providing: .faceCapture), options: options)
    return FaceCapture(
      camera: try await self.camera(camera), tracker: tracker, machine: machine,
      logger: configuration.logger)
  }

  /// Goes on with another camera in a capture that runs or is ready to (F38): with the same options, and as
  /// if it began with that camera. Where it cannot be opened, the capture goes on with the one it has. Both
  /// are open for a moment.
  /// - Throws: as ``capture(camera:options:)``; ``CaptureError`` `alreadyRun` where the capture has ended.
  public func switchCamera(of capture: FaceCapture, to camera: CameraOptions) async throws {
    let tracker = try await faceTracker()
    let machine = try await FaceCaptureMachine.make(
      await pluginWithoutBlocking(providing: .faceCapture), options: await capture.options)
    try await capture.switchCamera(to: try await self.camera(camera), tracker: tracker, machine: machine)
  }
}
