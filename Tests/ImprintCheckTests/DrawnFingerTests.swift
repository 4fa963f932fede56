// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintCheck

/// Made-up fingers, as checks lend them.
struct DrawnFingerTests {
  private func print(_ person: Int, _ impression: Int = 0, resolution: Int = 19_685) -> CheckImage {
    DrawnPrint.person(person, resolution: resolution, impression: impression).picture.image
  }

  @Test func theSameNumbersAreTheSamePrintAndOthersAreNot() {
    #expect(print(1) == print(1))
    #expect(Set((0..<4).flatMap { person in (0..<2).map { print(person, $0) } }).count == 8)
  }

  @Test(arguments: [1, 8000, 19_685, 39_370, 1_000_000])
  func aPrintIsGreyAndNoLargerThanAnyoneHasTimeFor(_ resolution: Int) {
    let image = print(0, resolution: resolution)
    #expect(image.format == .grey8 && image.resolution == resolution)
    #expect((16...400).contains(image.width) && (16...400).contains(image.height))
  }

  /// A row through the middle goes up and down once in each ridge: some twenty in nine millimetres.
  @Test func aPrintHasAsManyRidgesAsAFinger() {
    for person in 0..<6 {
      let image = print(person).blurred(radius: 1)
      let crossings = (0..<image.height).map { y in
        let row = image.pixels[y * image.rowBytes..<y * image.rowBytes + image.width].map { $0 < 135 }
        return zip(row, row.dropFirst()).count { $0 != $1 }
      }
      let most = crossings.max() ?? 0
      #expect((16...80).contains(most), "finger \(person): \(most)")
    }
  }

  @Test func darkAndLightAreAboutAsMuch() {
    for person in 0..<6 {
      let pixels = print(person).pixels
      let dark = pixels.count { $0 < 135 } * 100 / pixels.count
      #expect((30...70).contains(dark), "finger \(person): \(dark) % are dark")
    }
  }
}
