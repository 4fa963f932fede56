// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import Logging

/// Answers the requests of a plugin in this process to its host while its calls are carried.
final class LocalServices: ExecutorHost {
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
      // The bridge asks the host again, which then reports why.
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
