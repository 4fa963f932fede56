// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FingerScripts
import ImprintPluginKit

/// A fingerprint reader that plays a folder: a script, `reader.txt`, and the images that it names.
struct FingerReplayPlugin: FingerReaderPlugin {
  static let identity = PluginIdentity(
    id: "dev.imprint.device-finger-replay", version: "1.0.0", vendor: "Imprint")

  init(host: Host) {}

  /// A recording is named by its path, so there is nothing to list.
  func fingerReaders() -> [FingerReaderInfo] { [] }

  func openFingerReader(_ options: FingerReaderOptions) throws(PluginFailure) -> any FingerReaderSession {
    let folder = try ScriptFolder(options.locator)
    let script = try FingerScript(
      folder.read(ScriptFolder.script, most: FingerScript.mostBytes),
      place: folder.place(of: ScriptFolder.script)
    )
    let isBusy =
      switch script.busy {
      case .never: false
      case .always: true
      case .whileThereIs(let name): folder.has(name)
      }
    guard !isBusy else {
      throw PluginFailure(.busy, "\(folder.path): the script says that another program uses this reader.")
    }
    return FingerReplaySession(
      script, in: folder, use: try FingerReaderUse(of: folder.identity), options)
  }
}

private let export = PluginExport(FingerReplayPlugin.self, provides: [.fingerReader])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
