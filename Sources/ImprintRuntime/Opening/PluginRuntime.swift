// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
public import ImprintLicense
public import ImprintManifest
internal import ImprintModel
public import ImprintTrust
public import Logging
private import Synchronization

/// Opens plugins of a catalog: seal, ask for trust, judge, load, negotiate, compare, open. Any thread.
///
/// A plugin that was opened stays open as long as the runtime or an object made from it is there. Libraries
/// are never unloaded.
public final class PluginRuntime: Sendable {
  public let catalog: PluginCatalog
  /// Who may be opened.
  public let trust: PluginTrust
  private let entitlements: any EntitlementProvider
  private let logger: Logger
  private let hostName: String
  private let hostVersion: String
  /// Is told of deaths of processes that host plugins, and refuses what is quarantined; `nil` where nothing is.
  let deaths: (any PluginDeathObserver)?
  private let tap: (any PluginCallTap)?
  // One opening at a time, so that a plugin is opened once. Plugin code runs under it, and no host ability
  // waits for it: a callback from inside a plugin's open never does.
  private let opened = Mutex<[Installed: OpenPlugin]>([:])

  /// What is opened once: the same id in another folder, or a library that was put in its place or written to, is
  /// another plugin.
  private struct Installed: Hashable {
    let folder: String
    let manifest: ContentHash
    let library: FileState
  }

  /// - Parameters:
  ///   - catalog: What may be opened.
  ///   - trust: Asked before any code of a plugin runs; what is to be told of it at every start is logged now.
  ///   - entitlements: Asked before any code of a plugin runs, and when a licensed operation is used.
  ///   - logger: Gets the plugins' lines with `plugin.id`, and the runtime's own at `info` and `debug`.
  ///   - hostName: The program's name and version, as plugins may log it.
  ///   - quarantine: Where deaths of plugins are put down, and what is quarantined is not opened; `nil` for nowhere.
  ///   - tap: What every call of the plugins that it wants goes through; `nil` for nothing.
  public init(
    catalog: PluginCatalog, trust: PluginTrust = .standard(),
    entitlements: any EntitlementProvider = NoLicense(), logger: Logger, hostName: String,
    hostVersion: String,
    quarantine: QuarantineStore? = nil, tap: (any PluginCallTap)? = nil
  ) {
    self.catalog = catalog
    self.trust = trust
    self.entitlements = entitlements
    self.logger = logger
    self.hostName = hostName
    self.hostVersion = hostVersion
    self.tap = tap
    deaths = quarantine.map { PluginQuarantine(store: $0, logger: logger) }
    for note in catalog.path.notes { logger.info("\(note)") }
    for note in trust.notes { logger.warning("trust: \(note)") }
  }

  /// Opens a plugin, or gives the one that is open already. The licence is asked for in either case.
  ///
  /// The one that is open is that of the same folder, with the same file as its library. Runs the library's
  /// code: that of the sealed copy that was hashed and judged, whatever becomes of the file meanwhile. Models are
  /// copied and verified later, when the plugin first asks for each.
  /// - Throws: ``PluginError``; what was loaded by then stays loaded, and nothing stays open.
  public func open(_ found: FoundPlugin) throws(PluginError) -> OpenPlugin {
    try opened.withLock { opened throws(PluginError) in
      let file = try LibraryJudge.open(found)
      let installed = Installed(
        folder: found.folder, manifest: found.manifestHash, library: file.state)
      if let open = opened[installed] {
        // What was granted when it was opened may have ended since.
        _ = try checkLicense(of: found)
        return open
      }
      let open = try openAnew(found, file)
      opened[installed] = open
      return open
    }
  }

  private func openAnew(
    _ found: FoundPlugin, _ file: consuming OpenFile
  ) throws(PluginError) -> OpenPlugin {
    let license = try checkLicense(of: found)
    try LibraryJudge.judgeManifest(found)
    let trusted = try TrustedPlugin(found, file, by: trust)
    for warning in trusted.verdict.warnings {
      logger.warning("trust: \(warning)", metadata: ["plugin.id": "\(found.manifest.id)"])
    }
    if let refusal = deaths?.refusal(of: PluginBuild(found, library: trusted.library.sha256)) {
      throw refusal
    }
    let facts = try LibraryJudge.judge(trusted.library, of: found)
    let judged = JudgedLibrary(trusted.library, facts: facts, path: found.libraryPath)
    let library = try judged.load()
    let tapped = try tapped(library, of: trusted)
    let entry: PluginEntry
    if let tapped {
      entry = tapped.entry
    } else {
      entry = try PluginEntry(of: library, place: found.libraryPath)
    }
    let version = entry.agreedVersion
    try entry.checkDescriptor(against: found.manifest)
    let granted = HostEntitlement(license, of: entitlements.license)
    let handle = try open(code, of: found, version: version, granted)
    let plugin = try checkAbilities(of: handle, trusted, version: version, walls: code.walls)
    logger.debug(
      "plugin opened",
      metadata: ["plugin.id": "\(plugin.id)", "version": "\(found.manifest.version)", "abi": "\(version)"])
    // Now, not before: a newer version that cannot be opened must not lock the older one out.
    if let warning = trust.remember(found.manifest.version, of: plugin.id) {
      logger.warning("trust: \(warning)", metadata: ["plugin.id": "\(plugin.id)"])
    }
    return plugin
  }

  private func checkLicense(of found: FoundPlugin) throws(PluginError) -> LicenseState {
    let state = LicenseState(of: found.manifest, by: entitlements)
    guard let refusal = state.obstacle else { return state }
    throw PluginError(
      .notEntitled, place: found.manifest.id, reason: refusal.sentence, remedy: refusal.remedy)
  }

  private func open(
    _ entry: PluginEntry, of found: FoundPlugin, version: UInt32, _ entitlement: HostEntitlement,
    turn: LibraryTurn, bridge: CallBridge?
  ) throws(PluginError) -> PluginHandle {
    let logger = logger(of: found)
    let host = HostLink(
      plugin: found, abiVersion: version, hostName: hostName, hostVersion: hostVersion,
      entitlement: entitlement, logger: logger)
    var plugin: OpaquePointer?
    let (status, said) = turn.take {
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
      throw PluginEntry.broken(ContractBreach("open answered success and gave no plugin."), entry.place)
    }
    return PluginHandle(entry: entry.table, plugin: plugin, host: host, turn: turn, bridge: bridge)
  }

  private func logger(of found: FoundPlugin) -> Logger {
    var logger = logger
    logger[metadataKey: "plugin.id"] = "\(found.manifest.id)"
    return logger
  }

  /// The library behind a tap; `nil` where nobody taps it, and it is called without any detour.
  private func tapped(
    _ library: UnsafeMutableRawPointer, of trusted: TrustedPlugin
  ) throws(PluginError) -> TappedLibrary? {
    guard let tap, tap.wants(trusted.found) else { return nil }
    return try TappedLibrary(library, of: trusted.found, logger: logger(of: trusted.found)) {
      carrier throws(PluginError) in try tapping(carrier, of: trusted, isolation: "in-process")
    }
  }

  /// What carries the calls of a plugin: the tap where it wants them, or else the carrier itself.
  func tapping(
    _ carrier: any CallCarrier, of trusted: TrustedPlugin, isolation: String
  ) throws(PluginError) -> any CallCarrier {
    let found = trusted.found
    guard let tap, tap.wants(found) else { return carrier }
    try tap.purpose.judge(found, by: entitlements)
    return try tap.tap(
      carrier,
      of: TappedPlugin(
        build: PluginBuild(found, library: trusted.library.sha256), manifest: found.manifestHash,
        architecture: found.manifest.library.architecture.rawValue, isolation: isolation))
  }

  private func checkAbilities(
    of handle: PluginHandle, _ trusted: TrustedPlugin, version: UInt32, walls: WorkerWalls?
  ) throws(PluginError) -> OpenPlugin {
    let found = trusted.found
    let tables: AbilityTables
    let info: MatcherInfo?
    do throws(AbilityFault) {
      tables = try AbilityTables(of: handle, ids: found.manifest.provides)
      if let matcher = tables.matcher {
        info = try MatcherInfoCheck.read(matcher, of: handle)
      } else {
        info = nil
      }
    } catch {
      throw error.error(at: found.libraryPath)
    }
    if let info, let manifest = found.manifest.matcher,
      let difference = MatcherInfoCheck.difference(info, manifest)
    {
      throw PluginEntry.differs(
        difference.field, library: difference.library, manifest: difference.manifest, found.libraryPath)
    }
    return OpenPlugin(
      found, trust: trusted.verdict, walls: walls, abiVersion: version, handle: handle, tables: tables, matcherInfo: info,
      entitlements: entitlements)
  }
}
