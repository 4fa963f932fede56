// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// Where the trials' plugins run: `IMPRINT_TRIAL_ISOLATION=process` puts them into workers.
enum TrialIsolation {
  static var chosen: PluginIsolation {
    ProcessInfo.processInfo.environment["IMPRINT_TRIAL_ISOLATION"] == "process" ? .process : .inProcess
  }
}
