// SPDX-License-Identifier: Apache-2.0

/// Group `load`: from the library's loading to its first answers.
enum LoadChecks {
  static let all: [ConformanceCheck] = [opensAndCloses]

  static let opensAndCloses = ConformanceCheck(
    .load, "opens-and-closes", "It opens for a host that has everything, twice at a time, and closes.",
    rules: ["R-09"]
  ) { subject, _ in
    let (first, second) = (try subject.open(), try subject.open())
    first.close()
    second.close()
  }
}
