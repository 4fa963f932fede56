// SPDX-License-Identifier: Apache-2.0

/// The licence is for the product that is expected.
struct ProductPolicy: LicenseRule {
  let expected: String?

  let step = LicenseStep.ID.product

  func judge(_ claims: LicenseClaims) -> LicenseFinding {
    guard let expected else { return .skipped("For the product '\(claims.product)'; none is expected.") }
    guard claims.product.utf8.elementsEqual(expected.utf8) else {
      return .failed(
        LicenseRejection(
          .product, reason: "it is for the product '\(claims.product)', and this is '\(expected)'.",
          remedy: "Ask for a licence of this product."))
    }
    return .passed("For the product '\(claims.product)', as expected.")
  }
}
