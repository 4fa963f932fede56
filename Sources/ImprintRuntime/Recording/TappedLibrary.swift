// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import Logging

/// What a plugin in this process may ask for while its calls are carried.
private final class LocalServices: ExecutorHost {
  private let models: ModelFiles
  private let runtimes: RuntimeFolders
  private let logger: Logger

  init(of found: FoundPlugin, logger: Logger) {
    models = ModelFiles(of: found)
    runtimes = RuntimeFolders(of: found)
    self.logger = logger
  }

  func model(named name: String) -> UnsafeRawBufferPointer? {
    do throws(PluginFileError) {
      return try models.bytes(of: name)
    } catch {
      // The bridge asks the host for it once more, which says why.
      return nil
    }
  }

  func runtimeFolder(named name: String) -> String? {
    do throws(PluginFileError) {
      return try runtimes.folder(of: name)
    } catch {
      return nil
    }
  }

  func log(severity: UInt32, text: imp_text) {
    let level = HostLog.level(of: severity)
    guard logger.logLevel <= level else { return }
    logger.log(level: level, "\(HostText.copy(text, limit: HostLog.longestLine))")
  }
}

/// A library of this process behind a carrier that is tapped: an entry like the library's own.
struct TappedLibrary {
  let bridge: CallBridge
  let entry: PluginEntry

  /// - Parameters:
  ///   - logger: has the plugin's id.
  ///   - tap: gives what carries the calls, for what would carry them otherwise.
  init(
    _ library: UnsafeMutableRawPointer, of found: FoundPlugin, logger: Logger,
    tap: (any CallCarrier) throws(PluginError) -> any CallCarrier
  ) throws(PluginError) {
    let raw = try PluginEntry.pointer(of: library, place: found.libraryPath)
    let executor = CallExecutor(entry: raw, host: LocalServices(of: found, logger: logger))
    let carrier = try tap(LocalCarrier(executor))
    do throws(CallBridgeError) {
      bridge = try CallBridge(over: carrier)
    } catch {
      throw PluginError(
        error.isBreach ? .brokenContract : .openFailed, place: found.libraryPath, reason: error.sentence,
        remedy: "Build the plugin again with this version's headers, or ask its vendor to.")
    }
    entry = try PluginEntry(at: bridge.entry, place: found.libraryPath)
  }
}
