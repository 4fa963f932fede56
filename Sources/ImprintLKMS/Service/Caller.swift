// SPDX-License-Identifier: Apache-2.0

/// The origin of a request.
struct Caller: Sendable {
  /// The API key's id; `nil` for the operator, who answers a file.
  var key: String?
  /// The client's network; `nil` for a file.
  var network: String?

  var isOperator: Bool { key == nil }
}
