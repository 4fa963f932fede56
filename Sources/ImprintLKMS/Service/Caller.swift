// SPDX-License-Identifier: Apache-2.0

/// Who asks.
struct Caller: Sendable {
  /// The API key's id; `nil` for the operator, who signs a file.
  var key: String?
  /// The network it comes from; `nil` for a file.
  var network: String?

  var isOperator: Bool { key == nil }
}
