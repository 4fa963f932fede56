// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintTrust
internal import Logging

/// The plugin under test, and a check's means to examine it. One for each check, in its process.
///
/// Not thread-safe, except where stated.
public final class CheckSubject {
  let place: PluginPlace
  /// A folder of this check's own, deleted when the check has ended.
  let scratch: String
  /// Makes allocations of this process fail; `nil` where unsupported.
  let faults: AllocationFaults?
  /// Where the plugin's code runs, for all that goes through ``entry()``.
  let isolation: Isolation
  /// The device to use, as the plugin's lists name it; `nil`: any that can be.
  let device: String?
  let death = WorkerDeath()
  private let tell: (String) -> Void
  private var reading: FoundPlugin?
  private var loaded: LoadedLibrary?
  private var worker: WorkerEntry?
  /// The result of ``openable()``, cached.
  var signed: (plugin: FoundPlugin, trust: PluginTrust)?

  /// - Parameter tell: Receives the check's notes, for diagnosing failures.
  init(
    _ place: PluginPlace, scratch: String, faults: AllocationFaults?, isolation: Isolation,
    device: String? = nil, tell: @escaping (String) -> Void
  ) {
    self.place = place
    self.scratch = scratch
    self.faults = faults
    self.isolation = isolation
    self.device = device
    self.tell = tell
  }

  /// Notes what is being tested. Shown by `--reproduce`, and with a failed check.
  func note(_ words: @autoclosure () -> String) { tell(words()) }

  /// The plugin as found by a listing; nothing is loaded.
  /// - Throws: `ManifestError`.
  func found() throws -> FoundPlugin {
    if let reading { return reading }
    let found = try place.found()
    reading = found
    return found
  }

  var manifest: PluginManifest {
    get throws { try found().manifest }
  }

  /// The library, loaded into this process by its path, with its entry. Cached.
  /// - Throws: ``CheckFailure`` with the loader's words.
  func library() throws -> LoadedLibrary {
    if let loaded { return loaded }
    let library = try LoadedLibrary(load(), path: try found().libraryPath)
    loaded = library
    return library
  }

  /// Loads the library into this process and does nothing more: the only place where a check runs foreign
  /// code outside a worker.
  /// - Throws: ``CheckFailure`` with the loader's words; `PluginError` where it changes the loader's search
  ///   path, or where the loader and readers see different libraries.
  func load() throws -> UnsafeMutableRawPointer {
    guard isolation == .inProcess else {
      throw CheckFailure("its code may run only in a worker, but this check would load it here.")
    }
    let found = try found()
    try PackageChecks.linkage(of: self).judgeLinks(
      named: found.manifest.library.file, place: found.libraryPath)
    return try LoadedLibrary.load(found.libraryPath)
  }

  /// The plugin's entry, where its code runs: of the library in this process, or of a bridge to its worker.
  /// Cached.
  /// - Throws: ``CheckFailure`` with the loader's words; `PluginError`.
  func entry() throws -> UnsafePointer<imp_entry> {
    guard isolation == .process else { return try library().entry }
    if let worker { return worker.table }
    let found = try found()
    var policy = WorkerPolicy()
    // Where its manifest declares it.
    policy.networkPlugins = [found.manifest.id]
    let started = try WorkerEntry(
      found, policy: policy, readablePaths: [scratch] + soundPaths(of: found),
      logger: Logger(label: "imprint-check") { _ in SwiftLogNoOpLogHandler() }, deaths: death)
    worker = started
    return started.table
  }

  /// The files of a virtual microphone, where `ALSA_CONFIG_PATH` defines one: ALSA's modules installed beside
  /// the plugin, and files beside that configuration, such as the sound it plays.
  func soundPaths(of found: FoundPlugin) -> [String] {
    guard found.manifest.provides(.microphone), let files = getenv("ALSA_CONFIG_PATH") else { return [] }
    let folders = String(cString: files).split(separator: ":").compactMap { file in
      file.lastIndex(of: "/").map { String(file[..<$0]) }
    }
    return (folders + ["\(found.root.path)/lib/alsa-lib"]).filter {
      $0.hasPrefix("/") && CheckFiles.exists($0)
    }
  }

  /// A host with all abilities that grants all that the manifest names.
  func host(_ settings: ProbeHost.Settings = ProbeHost.Settings()) throws -> ProbeHost {
    var settings = settings
    if settings.parameters == nil { settings.parameters = try parameters()?.given }
    return ProbeHost(for: try found(), settings)
  }

  /// The library's declared parameters, and the plugin's values; `nil` where the library serves only this
  /// plugin.
  /// - Throws: `PluginError` where the two do not match.
  func parameters() throws -> (declared: [ParameterDeclaration], given: [ParameterSetting])? {
    guard try manifest.library.ofMany != nil else { return nil }
    return try PluginWitness.parameters(of: entry(), for: found())
  }

  /// Loads the plugin and opens it with a host.
  /// - Throws: ``CheckFailure`` with status and words where it does not open.
  func open(_ host: ProbeHost) throws -> ProbePlugin {
    try ProbePlugin(entry(), host: host, isolation: isolation)
  }

  /// Loads the plugin and opens it with a host that has everything.
  func open() throws -> ProbePlugin { try open(host()) }
}
