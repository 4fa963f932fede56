// SPDX-License-Identifier: Apache-2.0
internal import Logging

/// Applies a quarantine: records deaths, refuses quarantined builds, and logs both.
struct PluginQuarantine: PluginDeathObserver {
  let store: QuarantineStore
  let logger: Logger

  func pluginDied(_ death: PluginDeath) {
    let metadata: Logger.Metadata = [
      "plugin.id": "\(death.build.plugin)", "function": "\(death.function)", "reason": "\(death.reason)",
      "build": "\(death.build.contents.hex.prefix(12))",
    ]
    // Libraries log at info; but a failure to record has to be visible.
    logger.info("plugin's process died", metadata: metadata)
    do throws(QuarantineError) {
      let record = try store.add(death)
      if record.quarantined != nil { logger.info("plugin quarantined", metadata: metadata) }
    } catch {
      logger.warning("the death cannot be recorded", metadata: metadata.merging(["error": "\(error)"]) { $1 })
    }
  }

  func refusal(of build: PluginBuild) -> PluginError? {
    do throws(QuarantineError) {
      return try store.refusal(of: build)
    } catch {
      logger.warning("the quarantine cannot be read", metadata: ["error": "\(error)"])
      return nil
    }
  }
}

extension QuarantineStore {
  /// Why a build is not opened; `nil` where it may be.
  /// - Throws: ``QuarantineError`` where the folder, not the record, cannot be read.
  public func refusal(of build: PluginBuild) throws(QuarantineError) -> PluginError? {
    guard policy.strikes != nil else { return nil }
    switch try standing(of: build.contents) {
    case .clear, .struck: return nil
    case .quarantined(let record): return refusal(build, reason: record.sentence, named: build.plugin)
    case .damaged(let error):
      return refusal(
        build, reason: "its record is damaged: \(error.place): \(error.reason)",
        named: String(build.contents.hex.prefix(16)))
    }
  }

  private func refusal(_ build: PluginBuild, reason: String, named name: String) -> PluginError {
    PluginError(
      .quarantined, place: build.plugin, reason: "it is quarantined: \(reason)",
      remedy: "Install a corrected build, or run `sdkctl plugin quarantine clear \(name)`.")
  }
}
