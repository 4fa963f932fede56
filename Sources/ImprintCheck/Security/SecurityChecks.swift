// SPDX-License-Identifier: Apache-2.0

/// Group `security`: licences, system calls, and remnants.
enum SecurityChecks {
  static let all: [ConformanceCheck] = [
    missingFeature, endedLicense, noLicense, entitlementLeft, refusedLicense, undeclaredAccess,
    templateForgotten,
    templateNotTold,
  ]
}

extension SecurityChecks {
  /// Uses each of the plugin's abilities once. Refused inputs do not matter here.
  static func exercise(_ plugin: ProbePlugin, _ subject: CheckSubject) throws {
    do {
      try Workload.once(plugin, subject)
    } catch is CheckSkip {
      return
    }
  }
}
