// SPDX-License-Identifier: Apache-2.0

/// The vocabulary of licence features. A manifest may name others, with a warning.
public enum LicenseFeature: String, Sendable, Hashable, CaseIterable {
  case morphofacs = "MORPHOFACS"
  /// One to one.
  case verification = "VERIF"
  /// One to many.
  case identification = "IDENT"
  case mima = "MIMA"
  /// Face capture.
  case captureCore = "MSC_CORE"
  case captureLiveness = "MSC_LIVENESS"
  case captureDump = "MSC_DUMP"
}
