// SPDX-License-Identifier: Apache-2.0
package import CImprint
internal import ImprintManifest
package import Logging

/// A plugin's entry in a worker of its own, for who examines the plugin by its C tables: whether it is
/// trusted, licensed or what its manifest says is not asked.
package struct WorkerEntry {
  private let code: PluginCode

  /// Starts the worker.
  /// - Parameters:
  ///   - readablePaths: Files and folders that the plugin may read, beside the policy's.
  ///   - logger: Gets what the plugin logs.
  /// - Throws: ``PluginError``; then nothing is left of the worker.
  package init(
    _ found: FoundPlugin, policy: WorkerPolicy, readablePaths: [String], logger: Logger,
    deaths: any PluginDeathObserver
  ) throws(PluginError) {
    let library = try LibraryJudge.seal(try LibraryJudge.open(found), of: found)
    let facts = try LibraryJudge.judge(library, of: found)
    code = try PluginCode(
      inWorker: WorkerLaunch(
        found: found, library: library, facts: facts, policy: policy, readablePaths: readablePaths,
        services: WorkerServices(
          of: found, models: ModelFiles(of: found, limit: policy.limits.lentBytes), logger: logger)),
      deaths: deaths, tap: nil)
  }

  /// Valid as long as this value, or a copy of it, is held. Its functions carry each call to the worker.
  package var table: UnsafePointer<imp_entry> { code.entry.table }
}
