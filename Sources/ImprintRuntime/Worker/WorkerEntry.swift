// SPDX-License-Identifier: Apache-2.0
package import CImprint
internal import ImprintManifest
package import Logging

/// A plugin's entry in a worker of its own, to examine the plugin through its C tables: without checking
/// trust, licence or manifest.
package struct WorkerEntry {
  private let code: PluginCode

  /// Starts the worker.
  /// - Parameters:
  ///   - readablePaths: Files and folders that the plugin may read, besides the policy's.
  ///   - logger: Receives the plugin's log lines.
  /// - Throws: ``PluginError``; then nothing of the worker remains.
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

  /// Valid as long as this value, or a copy of it, exists. Its functions carry each call to the worker.
  package var table: UnsafePointer<imp_entry> { code.entry.table }
}
