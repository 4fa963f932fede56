// SPDX-License-Identifier: Apache-2.0

/// A command that changes trust settings: writes them, and reports the changes.
protocol TrustChanging: ReportingCommand where Options == GlobalOptions {
  func change(_ trust: inout TrustChange) throws
}

extension TrustChanging {
  func report(to console: Console) async throws -> Report {
    var trust = try await TrustChange(named: global.trust.map(Files.absolute))
    try change(&trust)
    try trust.write()
    let (told, path) = (trust.told, trust.file.path)
    return Report(
      text: told.isEmpty ? "nothing to change in \(path)" : joinedLines(told + ["written to \(path)"]),
      json: ["settings": path, "changes": told])
  }
}
