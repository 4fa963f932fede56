// SPDX-License-Identifier: Apache-2.0
import ImprintCalls
import ImprintModel
import Logging
import TestSupport
import Testing

@testable import ImprintRuntime

/// A fixture plugin, and workers for it without the runtime above.
struct WorkerFixture {
  let found: FoundPlugin
  let log = CollectedLog()

  init(_ plugin: FixturePlugin = FixturePlugin()) throws {
    let root = try plugin.install()
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)]))
    found = try #require(catalog.found.first, "\(catalog.skipped.map(\.error.description))")
  }

  /// What starts its workers.
  func launch(_ policy: WorkerPolicy = .quick) throws -> WorkerLaunch {
    let library = try LibraryJudge.seal(try LibraryJudge.open(found), of: found)
    let facts = try LibraryJudge.judge(library, of: found)
    return WorkerLaunch(
      found: found, library: library, facts: facts, policy: policy,
      readablePaths: [],
      services: WorkerServices(
        of: found, models: ModelFiles(of: found, limit: policy.limits.lentBytes), logger: log.logger()))
  }

  func carrier(_ policy: WorkerPolicy = .quick) throws -> WorkerCarrier {
    try WorkerCarrier(try launch(policy), deaths: nil)
  }
}

extension WorkerPolicy {
  /// Starts again as often as it takes.
  static var quick: WorkerPolicy {
    var policy = WorkerPolicy()
    policy.restarts = WorkerRestarts(unlimited: true)
    return policy
  }
}

extension WorkerCarrier {
  /// Asks what the library is: a call without a body.
  func describe() -> (delivery: CallDelivery, error: PluginCallError?) {
    let request = CallRequest(
      function: .pluginDescribe, object: 0, generation: generation, bytes: 0, replyBytes: 8192)
    let (delivery, said) = RunningCall.make { carry(request, write: { _ in }, read: { status, _ in status }) }
    return (delivery, said.failure)
  }
}
