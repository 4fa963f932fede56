// SPDX-License-Identifier: Apache-2.0

/// What a plugin without a good signature gets.
public enum SignatureMode: String, Sendable, Hashable, CaseIterable {
  /// It is refused.
  case require
  /// It is opened where it is allowed, and that it is not signed is said. A signature that is there and wrong
  /// is refused.
  case warn
  /// Nothing is asked. In debug builds only.
  case off
}
