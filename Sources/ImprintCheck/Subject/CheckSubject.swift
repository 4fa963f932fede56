// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintTrust
internal import Logging

/// The plugin that is checked, and what a check may use to look at it. One for each check, in its process.
///
/// Not for several threads at a time, but for what says otherwise.
public final class CheckSubject {
  let place: PluginPlace
  /// A folder of this check's own, which goes when the check has ended.
  let scratch: String
  /// Makes allocations of this process fail; `nil` where the program cannot.
  let faults: AllocationFaults?
  /// Where the plugin's code runs, for all that goes through ``entry()``.
  let isolation: Isolation
  /// The device that is to be used, as the plugin's lists name it; `nil`: any that can be.
  let device: String?
  let death = WorkerDeath()
  private let tell: (String) -> Void
  private var reading: FoundPlugin?
  private var loaded: LoadedLibrary?
  private var worker: WorkerEntry?
  /// What ``openable()`` made; the same each time.
  var signed: (plugin: FoundPlugin, trust: PluginTrust)?

  /// - Parameter tell: Gets what the check remarks on, for those who look into a failure.
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

  /// Says what is being looked at. Shown by `--reproduce`, and with a check that fails.
  func note(_ words: @autoclosure () -> String) { tell(words()) }

  /// The plugin as a listing finds it; nothing is loaded.
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

  /// The library, loaded into this process by its path, with its entry. The same each time.
  /// - Throws: ``CheckFailure`` with the loader's words.
  func library() throws -> LoadedLibrary {
    if let loaded { return loaded }
    let library = try LoadedLibrary(load(), path: try found().libraryPath)
    loaded = library
    return library
  }

  /// Loads the library into this process and does nothing more: the one place where a check lets in foreign
  /// code that is in no worker.
  /// - Throws: ``CheckFailure`` with the loader's words; `PluginError` where it would have the loader look
  ///   elsewhere, or where it is another library to the loader than to readers.
  func load() throws -> UnsafeMutableRawPointer {
    guard isolation == .inProcess else {
      throw CheckFailure("its code is to run in a worker alone, and this check would load it here.")
    }
    let found = try found()
    try PackageChecks.linkage(of: self).judgeLinks(
      named: found.manifest.library.file, place: found.libraryPath)
    return try LoadedLibrary.load(found.libraryPath)
  }

  /// The plugin's entry, where its code runs: of the library in this process, or of a bridge to its worker.
  /// The same each time.
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

  /// What a microphone in software is made of, where `ALSA_CONFIG_PATH` has one: the modules of ALSA's that
  /// are installed beside the plugin, and what lies beside that configuration, such as what it plays.
  func soundPaths(of found: FoundPlugin) -> [String] {
    guard found.manifest.provides(.microphone), let files = getenv("ALSA_CONFIG_PATH") else { return [] }
    let folders = String(cString: files).split(separator: ":").compactMap { file in
      file.lastIndex(of: "/").map { String(file[..<$0]) }
    }
    return (folders + ["\(found.root.path)/lib/alsa-lib"]).filter {
      $0.hasPrefix("/") && CheckFiles.exists($0)
    }
  }

  /// A host that grants all that the manifest names, with all abilities.
  func host(_ settings: ProbeHost.Settings = ProbeHost.Settings()) throws -> ProbeHost {
    var settings = settings
    if settings.parameters == nil { settings.parameters = try parameters()?.given }
    return ProbeHost(for: try found(), settings)
  }

  /// What the library declares, and what the plugin is lent of it; `nil` where the library serves it alone.
  /// - Throws: `PluginError` where the two do not go together.
  func parameters() throws -> (declared: [ParameterDeclaration], given: [ParameterSetting])? {
    guard try manifest.library.ofMany != nil else { return nil }
    return try PluginWitness.parameters(of: entry(), for: found())
  }

  /// Loads the plugin and opens it for a host.
  /// - Throws: ``CheckFailure`` with status and words where it does not open.
  func open(_ host: ProbeHost) throws -> ProbePlugin {
    try ProbePlugin(entry(), host: host, isolation: isolation)
  }

  /// Loads the plugin and opens it for a host that has everything.
  func open() throws -> ProbePlugin { try open(host()) }
}
