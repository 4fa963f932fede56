// SPDX-License-Identifier: Apache-2.0

/// How a plugin without a valid signature is treated.
public enum SignatureMode: String, Sendable, Hashable, CaseIterable {
  /// It is refused.
  case require
  /// It is opened if allowed, with a warning that it is not signed. An invalid signature is refused.
  case warn
  /// Signatures are not checked. Only in debug builds.
  case off
}
