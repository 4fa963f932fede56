// SPDX-License-Identifier: Apache-2.0
package import SwiftASN1

/// The extended key usage of certificates that sign licences.
package enum LicenseSigningUsage {
  /// The extended key usage **licence signing**: an arc made of a random UUID (docs/reference/licenses.md).
  package static let identifier: ASN1ObjectIdentifier = [
    1, 2, 840, 113556, 1, 8000, 2554, 64579, 38887, 21195, 20112, 43221, 5_950_771, 13_880_560,
  ]
}
