// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import Logging

/// What every command takes.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      "A folder with plugins/, variants/ and runtimes/, searched before the usual ones; may be repeated.",
      valueName: "dir"))
  var roots: [String] = []

  @Option(help: ArgumentHelp("The plugin set to start from.", valueName: "name"))
  var variant = "face"

  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "A plugin that replaces the variant's own for what it provides; may be repeated.", valueName: "id"))
  var plugins: [String] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(help: "No colours; so does the environment variable NO_COLOR.")
  var noColor = false

  @Option(help: ArgumentHelp("What is logged to standard error: trace, debug, info, warning, error."))
  var logLevel: LogLevel = .warning

  var searchPath: PluginSearchPath { .standard(explicit: roots) }

  /// What the options choose, as an application would write it.
  var configuration: ImprintConfiguration {
    ImprintConfiguration(
      searchPath: searchPath, variant: variant, plugins: plugins, entitlements: UnlicensedCommandLine(),
      logger: logger)
  }

  /// What lies in the search path; opens no library.
  func catalog() -> PluginCatalog { .discover(searchPath) }

  /// Imprint with the chosen plugin set, for a command that is going to use it; opens no library yet.
  func open() throws -> Imprint {
    try Imprint.open(configuration)
  }

  var logger: Logger {
    var logger = Logger(label: "sdkctl") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = logLevel.level
    return logger
  }

  var console: Console { Console(wantsJSON: json, allowsColor: !noColor) }
}

/// The levels of `--log-level`.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case trace, debug, info, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .warning }
}

/// The command line's own provider: grants everything, until `sdkctl license` hands in the entitlements of the
/// activated licence.
private struct UnlicensedCommandLine: EntitlementProvider {
  func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
}
