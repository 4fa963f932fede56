// SPDX-License-Identifier: Apache-2.0

/// What becomes of a comparison whose use the algorithm is not meant for. The words are stable.
public enum UseRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is made, and the result says it.
  case warn
  /// It is not made.
  case refuse
}
