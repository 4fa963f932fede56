// SPDX-License-Identifier: Apache-2.0

/// What a verifier thinks of a document.
public enum LicenseVerdict: Sendable, Hashable {
  case accepted(VerifiedLicense)
  /// Every reason that could be found; the first is the one that matters most. Never empty.
  case rejected([LicenseRejection])
}
