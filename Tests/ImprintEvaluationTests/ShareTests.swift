// SPDX-License-Identifier: Apache-2.0
import ImprintPages
import Testing

@testable import ImprintEvaluation

@Suite struct ShareTests {
  @Test(arguments: [
    (0, "0 %"), (0.5, "50.0 %"), (0.001, "0.10 %"), (0.000999, "1.0e-3"), (1e-4, "1.0e-4"),
    (1.234e-6, "1.2e-6"), (1, "100 %"),
  ])
  func smallSharesHaveAPowerOfTen(share: Double, words: String) {
    #expect(Figures.share(share) == words)
  }
}
