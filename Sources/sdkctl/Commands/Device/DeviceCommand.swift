// SPDX-License-Identifier: Apache-2.0

struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Lists, probes and tests cameras, microphones, card readers and fingerprint readers.",
    discussion: "Asks every installed plugin for devices; with --plugin, only that one.",
    subcommands: [
      DeviceListCommand.self, DeviceProbeCommand.self, DeviceTestCommand.self, DeviceWatchCommand.self,
      DeviceRecordCommand.self, DeviceCaptureCommand.self,
    ])
}

extension DeviceKind: ExpressibleByArgument {}

/// One device, by its name.
struct DeviceChoice: ParsableArguments {
  @Argument(help: "As `device list` shows it: a locator or an id; or the path of a recording.")
  var locator: String

  @Option(
    help: ArgumentHelp(
      "camera, microphone, card-reader or finger-reader; needed for an unlisted device whose kind is ambiguous.",
      valueName: "kind"))
  var kind: DeviceKind?

  /// The kind given, or the one that its name implies.
  func kind(in directory: DeviceDirectory) async -> DeviceKind {
    if let kind { return kind }
    return await directory.kind(of: locator)
  }
}

extension GlobalOptions {
  /// All devices of all plugins.
  func devices(telling console: Console) async -> DeviceDirectory {
    DeviceDirectory(await configuration(telling: console))
  }
}
