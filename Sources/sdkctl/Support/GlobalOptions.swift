// SPDX-License-Identifier: Apache-2.0
import ImprintTrial

/// Options of every command.
struct GlobalOptions: ConsoleOptions {
  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      "A folder with plugins/, variants/ and runtimes/, searched before the default ones; may be repeated.",
      valueName: "dir"))
  var roots: [String] = []

  @Option(
    help: ArgumentHelp(
      "The plugin set to start from; default: face, or voice, finger or speech for commands of these.",
      valueName: "name"))
  var variant: String?

  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "A plugin that replaces the variant's own for what it provides; may be repeated.", valueName: "id"))
  var plugins: [String] = []

  @Option(
    help: ArgumentHelp(
      "Licence settings; default: $IMPRINT_LICENSE_CONFIG, imprint/license.yaml below $XDG_CONFIG_HOME or "
        + "~/.config, /etc/imprint/license.yaml.", valueName: "file"))
  var license: String?

  @Option(
    help: ArgumentHelp(
      "Trust settings, in place of all others; default: $IMPRINT_TRUST_CONFIG, or imprint/trust.yaml below "
        + "$XDG_CONFIG_HOME or ~/.config with /etc/imprint/trust.yaml or the installation's own.",
      valueName: "file"))
  var trust: String?

  @Option(
    help: ArgumentHelp(
      "Where plugins run: 'process', each in a sandboxed worker of its own, or 'in-process'; default: as the "
        + "variant says.", valueName: "where"))
  var isolation: IsolationChoice?

  @OptionGroup var output: OutputOptions

  /// The plugin set that a command starts from where none is named.
  static let usualVariant = "face"

  /// The same for a command that is not of faces.
  /// - Parameter usual: the plugin set that it starts from where none is named.
  func starting(from usual: String) -> GlobalOptions {
    var options = self
    options.variant = variant ?? usual
    return options
  }

  var searchPath: PluginSearchPath { .standard(explicit: roots) }

  /// The configuration that the options choose. Every warning about the licence is printed.
  /// - Parameter renewing: whether the licence is fetched or renewed when due; else no network is used.
  func configuration(renewing: Bool = false, telling console: Console) async -> ImprintConfiguration {
    let installed = await LicenseToUse.find(settings: license, renewing: renewing, logger: logger)
    for warning in installed.warnings { console.tell("warning: licence: \(warning)") }
    return ImprintConfiguration(
      searchPath: searchPath, variant: variant ?? Self.usualVariant, plugins: plugins, trust: pluginTrust,
      entitlements: installed.entitlements, isolation: isolation?.isolation, tap: ActiveTap.current,
      logger: logger)
  }

  /// The trust that the effective settings give.
  var pluginTrust: PluginTrust { .standard(named: trust) }

  /// Reads all files of a plugin given by its folder, its package where allowed, or its id in the search
  /// path, and validates its library.
  func readPlugin(_ folderOrID: String, orPackage: Bool = false) throws -> ReadPlugin {
    try readPlugin(folderOrID, orPackage: orPackage) { $0 }
  }

  /// The same, with a check before its library is validated: in the order of opening.
  func readPlugin<Answer>(
    _ folderOrID: String, orPackage: Bool, asking ask: (ReadPlugin) throws -> Answer
  ) throws -> Answer {
    if orPackage, folderOrID.hasSuffix(".impk") {
      let package = try PluginPackage.open(folderOrID)
      let answer = try ask(package.read())
      try package.judgeLibraryFile()
      return answer
    }
    let read = try ReadPlugin.read(pluginFolder(folderOrID))
    let answer = try ask(read)
    try read.judgeLibraryFile()
    return answer
  }

  private func pluginFolder(_ folderOrID: String) throws -> String {
    guard !folderOrID.contains("/"), !Files.exists(folderOrID) else {
      var folder = Files.absolute(folderOrID)
      while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      return folder
    }
    let catalog = catalog()
    if let found = catalog.plugin(withID: folderOrID) { return found.folder }
    if let skip = catalog.skip(ofID: folderOrID) { throw skip.error }
    throw CommandError.unknownPlugin(folderOrID, in: catalog)
  }

  /// The user's quarantine; an unreadable folder is a warning.
  func quarantine(telling console: Console) -> QuarantineListing {
    do throws(QuarantineError) {
      return try QuarantineStore.standard.listing()
    } catch {
      console.tell("warning: quarantine: \(error)")
      return .empty
    }
  }

  /// The catalog of the search path; opens no library.
  func catalog() -> PluginCatalog { .discover(searchPath) }

  /// Imprint with the chosen plugin set; opens no library yet.
  func open(telling console: Console) async throws -> BiometricSystem {
    try BiometricSystem.open(await configuration(renewing: true, telling: console))
  }

  /// The existing licence settings; a named file may be missing where it is about to be written.
  func licenseSettings(mayBeNew: Bool) throws -> LicenseSettingsFile? {
    let place = mayBeNew ? LicenseSettingsFile.placeForNew(named: license) : nil
    if let place, !Files.exists(place) { return nil }
    return try LicenseSettingsFile.find(named: license)
  }

  /// The manager of the licence held; unusable server settings are a warning.
  func managerOfHeldLicense(
    _ file: LicenseSettingsFile, telling console: Console
  ) throws -> LicenseManager {
    let (manager, problem) = try file.managerOfHeldLicense(logger: logger)
    if let problem {
      console.tell("warning: licence: \((problem as? any ExplainedError)?.description ?? "\(problem)")")
    }
    return manager
  }

  /// The licence held, for a command that shows it: the settings', or else the trial licence.
  func heldLicense(telling console: Console) throws -> (manager: LicenseManager, place: String, isTrial: Bool)
  {
    if let file = try LicenseSettingsFile.find(named: license) {
      return (try managerOfHeldLicense(file, telling: console), file.path, false)
    }
    let trial = TrialLicense(permission: TrialPermission(settings: license))
    guard let manager = try trial.manager(logger: logger), let folder = trial.folder else {
      throw LicenseSettingsError.none
    }
    return (manager, folder, true)
  }

  /// The next command for a trial user; `nil` for those who have a licence.
  func next(after step: FirstSteps, user: String = "you", in store: StoreOptions? = nil) -> String? {
    guard TrialLicense(permission: TrialPermission(settings: license)).counts else { return nil }
    return step.next?.command(
      program: CommandLine.arguments.first ?? "sdkctl", user: user, store: store?.store)
  }

  /// The licence settings, for a command that requires them.
  func requiredLicenseSettings() throws -> LicenseSettingsFile {
    guard let file = try LicenseSettingsFile.find(named: license) else { throw LicenseSettingsError.none }
    return file
  }
}

/// The values of `--isolation`.
enum IsolationChoice: String, ExpressibleByArgument, CaseIterable {
  case inProcess = "in-process"
  case process

  var isolation: Isolation { self == .process ? .process : .inProcess }
}
