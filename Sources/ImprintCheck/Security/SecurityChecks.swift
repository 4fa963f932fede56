// SPDX-License-Identifier: Apache-2.0

/// Group `security`: licences, what a plugin asks of the system, and what it leaves behind.
enum SecurityChecks {
  static let all: [ConformanceCheck] = [
    missingFeature, endedLicense, noLicense, entitlementLeft, refusedLicense, undeclaredAccess,
    templateForgotten,
    templateNotTold,
  ]
}

extension SecurityChecks {
  /// Uses each ability that the plugin has once. That an input is of no use to it is no matter here.
  static func exercise(_ plugin: ProbePlugin, _ subject: CheckSubject) throws {
    do {
      try Workload.once(plugin, subject)
    } catch is CheckSkip {
      return
    }
  }
}
