// SPDX-License-Identifier: Apache-2.0
package import SwiftASN1

/// What a certificate has to be for, to sign licences.
package enum LicenseSigningUsage {
  /// The extended key usage **licence signing**: an arc that is made of a random UUID
  /// (docs/reference/licenses.md).
  package static let identifier: ASN1ObjectIdentifier = [
    1, 2, 840, 113556, 1, 8000, 2554, 64579, 38887, 21195, 20112, 43221, 5_950_771, 13_880_560,
  ]
}
