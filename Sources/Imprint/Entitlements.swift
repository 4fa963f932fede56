// SPDX-License-Identifier: Apache-2.0
import ImprintLicense

extension Imprint {
  /// Whether every licensed feature may be used without a licence having been looked at: an application that
  /// ships may want to say so, or to refuse. The runtime logs it at `info`.
  public var permitsEverything: Bool { configuration.entitlements.permitsEverything }
}
