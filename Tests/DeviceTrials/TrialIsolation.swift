// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// Where the trials' plugins run: `IMPRINT_TRIAL_ISOLATION=process` puts them into workers.
enum TrialIsolation {
  static var isWorker: Bool {
    ProcessInfo.processInfo.environment["IMPRINT_TRIAL_ISOLATION"] == "process"
  }

  static var chosen: PluginIsolation { isWorker ? .process : .inProcess }

  /// For the log.
  static var words: String { isWorker ? "in workers" : "in the process" }
}
