// SPDX-License-Identifier: Apache-2.0

/// Group `package`: what lies in the plugin's folder, looked at without loading it.
enum PackageChecks {
  static let all: [ConformanceCheck] = [schema]

  static let schema = ConformanceCheck(
    .package, "schema", "The manifest follows the schema of this version.", scope: .anyFolder
  ) { subject, _ in
    _ = try subject.found()
  }
}
