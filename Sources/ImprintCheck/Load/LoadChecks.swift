// SPDX-License-Identifier: Apache-2.0

/// Group `load`: from loading the library to its first answers.
enum LoadChecks {
  static let all: [ConformanceCheck] =
    [loads, describeInTime, startsNothing, entryTable, descriptorEqualsManifest]
    + [
      opensAndCloses, releasedHosts, futureHost, disjointRange, wrongHostSize, wrongTableSize,
      reservedIgnored,
    ]
    + [listedIDs, unknownIDs, optionalAbilityWithheld, requiredAbilityRefused]
}
