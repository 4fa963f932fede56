// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import CImprint
internal import ImprintCalls
public import ImprintLicense
public import ImprintManifest
public import ImprintTrust
public import Logging
private import Synchronization

/// Opens plugins of a catalog: seal, decide on trust, validate, load, negotiate, compare, open. Any thread.
///
/// An opened plugin stays open as long as the runtime or an object made from it exists. Libraries
/// are never unloaded.
public final class PluginRuntime: Sendable {
  public let catalog: PluginCatalog
  /// Decides which plugins may be opened.
  public let trust: PluginTrust
  private let entitlements: any EntitlementProvider
  private let logger: Logger
  private let hostName: String
  private let hostVersion: String
  /// Records deaths of processes that host plugins, and refuses quarantined builds; `nil` without a
  /// quarantine.
  let deaths: (any PluginDeathObserver)?
  private let tap: (any PluginCallTap)?
  // One opening at a time, so that a plugin is opened once. Plugin code runs under this lock, and no host
  // ability takes it: a callback from a plugin's open cannot deadlock.
  private let opened = Mutex<[Installed: OpenPlugin]>([:])
  /// Where plugins run.
  public let isolation: PluginIsolation
  private let workers: WorkerPolicy
  private let cache: PluginCache?

  /// The key under which a plugin is opened once: the same id in another folder, or a library that was
  /// replaced or modified, is another plugin.
  private struct Installed: Hashable {
    let folder: String
    let manifest: ContentHash
    let library: FileState
  }

  /// - Parameters:
  ///   - catalog: What may be opened.
  ///   - trust: Asked before any code of a plugin runs; its notices for every start are logged now.
  ///   - entitlements: Asked before any code of a plugin runs, and when a licensed operation is used.
  ///   - logger: Receives the plugins' lines with `plugin.id`, and the runtime's own at `info` and `debug`.
  ///   - hostName: The program's name and version, as plugins may log it.
  ///   - isolation: Where plugins run; in this process by default.
  ///   - workers: The policy for workers.
  ///   - quarantine: Where deaths of plugins are recorded; quarantined builds are not opened. `nil` for none.
  ///   - tap: Intercepts every call of the plugins that it selects; `nil` for none.
  ///   - cache: Where plugins in this process keep what they would otherwise make anew in the next; `nil` for
  ///     none.
  public init(
    catalog: PluginCatalog, trust: PluginTrust = .standard(),
    entitlements: any EntitlementProvider = NoLicense(), logger: Logger, hostName: String,
    hostVersion: String,
    isolation: PluginIsolation = .inProcess, workers: WorkerPolicy = WorkerPolicy(),
    quarantine: QuarantineStore? = nil, tap: (any PluginCallTap)? = nil, cache: PluginCache? = nil
  ) {
    self.catalog = catalog
    self.trust = trust
    self.entitlements = entitlements
    self.logger = logger
    self.hostName = hostName
    self.hostVersion = hostVersion
    self.isolation = isolation
    self.workers = workers
    self.tap = tap
    self.cache = cache
    deaths = quarantine.map { PluginQuarantine(store: $0, logger: logger) }
    for note in catalog.path.notes { logger.info("\(note)") }
    for note in trust.notes { logger.warning("trust: \(note)") }
  }

  /// Opens a plugin, or returns the one that is already open. The licence is checked in either case.
  ///
  /// A plugin counts as already open for the same folder with the same library file. Runs the library's code:
  /// that of the sealed copy that was hashed and validated, whatever happens to the file meanwhile. Models
  /// are copied and verified later, when the plugin first asks for each.
  ///
  /// In a process of its own nothing of the library runs here, not even its entry. Blocks the calling thread:
  /// a task awaits ``open(_:readablePaths:)``.
  /// - Parameter readablePaths: Files and folders that its worker may read, recursively, besides the
  ///   policy's. The walls are irreversible: with such a grant a worker of its own is started each time,
  ///   which ends with the objects made from the plugin. The same holds for a plugin whose manifest names
  ///   devices; where they have changed since, the next listing or opening happens in a new worker. Ignored
  ///   in this process.
  /// - Throws: ``PluginError``; a library loaded by then stays loaded, and nothing stays open.
  @available(*, noasync)
  public func openBlocking(
    _ found: FoundPlugin, readablePaths: [String] = []
  ) throws(PluginError) -> OpenPlugin {
    if !readablePaths.isEmpty || !found.manifest.devices.isEmpty,
      isolation.of(found.manifest.id) == .process
    {
      return try openAnew(found, try LibraryJudge.open(found), readablePaths: readablePaths)
    }
    return try openOnce(found)
  }

  /// ``openBlocking(_:readablePaths:)`` on a thread of its own: libraries are hashed, workers started and
  /// models compiled, and openings wait for each other.
  public func open(
    _ found: FoundPlugin, readablePaths: [String] = []
  ) async throws(PluginError) -> OpenPlugin {
    try await PluginWork.run { () throws(PluginError) in
      try self.openBlocking(found, readablePaths: readablePaths)
    }
  }

  private func openOnce(_ found: FoundPlugin) throws(PluginError) -> OpenPlugin {
    try opened.withLock { opened throws(PluginError) in
      let file = try LibraryJudge.open(found)
      let installed = Installed(
        folder: found.folder, manifest: found.manifestHash, library: file.state)
      if let open = opened[installed] {
        // What was granted when it was opened may have expired.
        _ = try checkLicense(of: found)
        return open
      }
      let open = try openAnew(found, file)
      opened[installed] = open
      return open
    }
  }

  private func openAnew(
    _ found: FoundPlugin, _ file: consuming RegularFile, readablePaths: [String] = []
  ) throws(PluginError) -> OpenPlugin {
    let license = try checkLicense(of: found)
    let renewal = renewal(of: found, readablePaths: readablePaths)
    try LibraryJudge.judgeManifest(found)
    let trusted = try TrustedPlugin(found, file, by: trust, shadowed: catalog.shadowed(by: found))
    for warning in trusted.verdict.warnings + [trusted.claimWarning].compactMap({ $0 }) {
      logger.warning("trust: \(warning)", metadata: ["plugin.id": "\(found.manifest.id)"])
    }
    if let refusal = deaths?.refusal(of: PluginBuild(found, library: trusted.library.sha256)) {
      throw refusal
    }
    let facts = try LibraryJudge.judge(trusted.library, of: found)
    let models = ModelFiles(
      of: found, limit: isolation.of(found.manifest.id) == .process ? workers.limits.lentBytes : 0)
    let code =
      switch isolation.of(found.manifest.id) {
      case .inProcess:
        try PluginCode(
          loading: trusted, facts: facts, logger: logger(for: found),
          tap: try tapping(trusted, isolation: .inProcess))
      case .process:
        try PluginCode(
          inWorker: WorkerLaunch(
            found: found, library: trusted.library, facts: facts, policy: workers,
            readablePaths: readablePaths,
            services: WorkerServices(of: found, models: models, logger: logger(for: found))),
          deaths: deaths, tap: try tapping(trusted, isolation: .process))
      }
    let entry = code.entry
    let version = entry.agreedVersion
    let parameters = try entry.checkDescriptor(against: found.manifest)
    let granted = HostEntitlement(license, of: entitlements.license)
    // What is bridged runs elsewhere, or is recorded: a recording holds no files.
    let kept = code.bridge == nil ? cache : nil
    let handle = try open(
      code, of: found, models, version: version, granted, parameters,
      cache: kept.flatMap { HostCache($0, of: trusted, logger: logger(for: found)) })
    let plugin = try checkAbilities(
      of: handle, trusted, version: version, walls: code.walls, renewal: renewal)
    logger.debug(
      "plugin opened",
      metadata: ["plugin.id": "\(plugin.id)", "version": "\(found.manifest.version)", "abi": "\(version)"])
    // Now, not before: a newer version that fails to open must not lock out the older one.
    if let warning = trust.remember(found.manifest.version, of: plugin.id, trusted.verdict) {
      logger.warning("trust: \(warning)", metadata: ["plugin.id": "\(plugin.id)"])
    }
    return plugin
  }

  /// How it reaches devices connected later. To be called before its worker is started.
  private func renewal(of found: FoundPlugin, readablePaths: [String]) -> DeviceRenewal? {
    let devices = found.manifest.devices
    guard !devices.isEmpty, isolation.of(found.manifest.id) == .process else { return nil }
    let root = workers.deviceRoot
    let look: @Sendable () -> DeviceSight = { DeviceSight(DeviceGrants(of: devices, root: root)) }
    return DeviceRenewal(look(), look: look, logger: logger(for: found)) { () throws(PluginError) in
      try self.openBlocking(found, readablePaths: readablePaths)
    }
  }

  /// The tap of its calls; `nil` where there is none.
  private func tapping(
    _ trusted: TrustedPlugin, isolation: Isolation
  ) throws(PluginError) -> PluginCode.Tap? {
    let found = trusted.found
    guard let tap, tap.wants(found) else { return nil }
    try tap.purpose.judge(found, by: entitlements)
    let tapped = TappedPlugin(
      build: PluginBuild(found, library: trusted.library.sha256), manifest: found.manifestHash,
      architecture: found.manifest.library.architecture.rawValue, isolation: isolation.rawValue)
    return { carrier throws(PluginError) in try tap.tap(carrier, of: tapped) }
  }

  private func checkLicense(of found: FoundPlugin) throws(PluginError) -> LicenseState {
    let state = LicenseState(of: found.manifest, by: entitlements)
    guard let refusal = state.obstacle else { return state }
    throw PluginError(
      .notEntitled, place: found.manifest.id, reason: refusal.sentence, remedy: refusal.remedy)
  }

  private func open(
    _ code: PluginCode, of found: FoundPlugin, _ models: ModelFiles, version: UInt32,
    _ entitlement: HostEntitlement, _ parameters: [ParameterSetting]?, cache: HostCache?
  ) throws(PluginError) -> PluginHandle {
    let entry = code.entry
    let host = HostLink(
      plugin: found, models: models, abiVersion: version, hostName: hostName, hostVersion: hostVersion,
      entitlement: entitlement, parameters: parameters, cache: cache, logger: logger(for: found))
    var plugin: OpaquePointer?
    let (status, said) = code.turn.take {
      RunningCall.make { entry.table.pointee.open(entry.table, host.pointer, &plugin) }
    }
    // The plugin holds a pointer to the host until open has returned.
    withExtendedLifetime(host) {}
    guard status == IMP_OK else {
      let error = said.error(status: status, plugin: found.manifest.id, function: "open")
      throw PluginError(
        status == IMP_E_ENTITLEMENT ? .notEntitled : .openFailed, place: error.place,
        reason: "\(error.reason) (\(error.code.rawValue))", remedy: error.remedy)
    }
    guard let plugin else {
      throw PluginEntry.broken(ContractBreach("open reported success, but returned no plugin."), entry.place)
    }
    return PluginHandle(
      entry: entry.table, plugin: plugin, host: host, turn: code.turn, keeper: code.bridge)
  }

  private func logger(for found: FoundPlugin) -> Logger {
    var logger = logger
    logger[metadataKey: "plugin.id"] = "\(found.manifest.id)"
    return logger
  }

  private func checkAbilities(
    of handle: PluginHandle, _ trusted: TrustedPlugin, version: UInt32, walls: WorkerWalls?,
    renewal: DeviceRenewal?
  ) throws(PluginError) -> OpenPlugin {
    let found = trusted.found
    let tables: AbilityTables
    do throws(AbilityFault) { tables = try AbilityTables(of: handle, ids: found.manifest.provides) } catch {
      throw error.error(at: found.libraryPath)
    }
    let plugin = OpenPlugin(
      found, trust: trusted.verdict, walls: walls, abiVersion: version, handle: handle, tables: tables,
      entitlements: entitlements, logger: logger(for: found), renewal: renewal)
    try FormatsCheck.check(plugin)
    return plugin
  }
}
