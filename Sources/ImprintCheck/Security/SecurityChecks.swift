// SPDX-License-Identifier: Apache-2.0

/// Group `security`: licences, what a plugin asks of the system, and what it leaves behind.
enum SecurityChecks {
  static let all: [ConformanceCheck] = [
    missingFeature, endedLicense, noLicense, entitlementLeft, refusedLicense, undeclaredAccess,
    templateForgotten,
    templateNotTold,
  ]
}
