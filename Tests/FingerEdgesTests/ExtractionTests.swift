// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Glibc
import Testing

@Suite struct ExtractionTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func plantedMinutiaeAreFound(seed: UInt64) {
    let drawn = DrawnRidges(seed: seed)
    let (status, print) = drawn.print()
    #expect(status == IMP_FINGER_OK)
    let found = print.found
    let near = drawn.planted.count { place in
      let seen = drawn.seen(place)
      return found.contains { hypot(Double($0.x) - seen.x, Double($0.y) - seen.y) < 10 }
    }
    #expect(near >= 7, "\(near) of \(drawn.planted.count)")
    #expect(found.count <= 18)
    #expect(abs(print.period - 9) < 1.5)
  }

  @Test func minutiaeComeByQualityAndLieInThePicture() {
    let found = DrawnRidges().print().print.found
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.quality >= $1.quality })
    #expect(
      found.allSatisfy { (8..<232).contains($0.x) && (8..<232).contains($0.y) && (1...2).contains($0.kind) })
  }

  @Test func theSamePictureGivesTheSameBytes() {
    var (one, other) = (DrawnRidges().print().print, DrawnRidges().print().print)
    #expect(memcmp(&one, &other, MemoryLayout<imp_finger_print>.size) == 0)
  }

  @Test func thereIsNothingInAPictureWithoutRidges() {
    var numbers = Numbers(3)
    let pictures: [[UInt8]] = [
      [UInt8](repeating: 0, count: 40_000), [UInt8](repeating: 255, count: 40_000),
      (0..<40_000).map { $0 % 200 < 100 ? 20 : 230 }, (0..<40_000).map { _ in UInt8(128 + numbers.below(5)) },
    ]
    for picture in pictures {
      let (status, print) = extracted(picture, width: 200, height: 200)
      #expect(status == IMP_FINGER_NOTHING || print.count == 0)
    }
  }

  @Test(arguments: [4.2, 18.0]) func aResolutionThatRidgesContradictIsRefusedWithWhatWasMeasured(
    period: Double
  ) {
    let (status, print) = DrawnRidges(period: period).print()
    #expect(status == IMP_FINGER_RESOLUTION || status == IMP_FINGER_NOTHING)
    #expect(print.count == 0)
    // Said as it is, the finer picture is read.
    if period > 9 {
      let right = DrawnRidges(period: period).print(resolution: 39370)
      #expect(right.status == IMP_FINGER_OK && (6..<13).contains(right.print.period))
    }
  }

  @Test func sidesOutsideOfTheRangeAreRefused() {
    let pixels = [UInt8](repeating: 9, count: 70_000)
    for (width, height) in [(59, 200), (200, 59), (1, 65535), (65535, 1), (1, 1)] {
      #expect(extracted(pixels, width: width, height: height).status == IMP_FINGER_SIZE)
    }
    #expect(extracted(pixels, width: 200, height: 200, resolution: 0).status == IMP_FINGER_SIZE)
    #expect(extracted(pixels, width: 200, height: 200, resolution: .max).status == IMP_FINGER_SIZE)
    #expect(extracted(pixels, width: 200, height: 200, resolution: 1).status == IMP_FINGER_SIZE)
  }

  @Test func eachStepIsShownInItsOrder() {
    final class Seen {
      var steps: [String] = []
      var bytes = 0
    }
    let seen = Seen()
    var sink = imp_finger_sink(
      context: Unmanaged.passUnretained(seen).toOpaque(),
      show: { context, step, grey, width, height in
        guard let context else { return }
        let seen = Unmanaged<Seen>.fromOpaque(context).takeUnretainedValue()
        seen.steps.append(String(cString: step))
        seen.bytes += Int(grey[Int(width * height) - 1]) + 1
      })
    var print = imp_finger_print()
    let side = DrawnRidges.side
    _ = imp_finger_extract(DrawnRidges().pixels(), Int32(side), Int32(side), side, 19685, &sink, &print)
    #expect(
      seen.steps == [
        "mask", "normalised", "orientation", "enhanced once", "enhanced", "clarity", "core", "ridge lines",
        "valley lines",
      ])
    #expect(seen.bytes > 0)
  }

  @Test func aPartOfAFingerIsOfLowerQuality() {
    var whole = DrawnRidges().print().print
    var part = DrawnRidges(contact: 0.28).print().print
    let (high, low) = (imp_finger_quality(&whole), imp_finger_quality(&part))
    #expect(high > 1.3 * low && low > 0 && high <= 100)
  }

  @Test func hostilePicturesAreReadOrRefused() {
    var numbers = Numbers(5)
    for round in 0..<60 {
      let (width, height) = (60 + numbers.below(140), 60 + numbers.below(140))
      let period = 2 + numbers.below(20)
      let kind = round % 4
      let pixels = (0..<width * height).map { at -> UInt8 in
        switch kind {
        case 0: UInt8(truncatingIfNeeded: numbers.next())
        case 1: at % width % period < period / 2 ? 0 : 255
        case 2: (at / width / period + at % width / period) % 2 == 0 ? 0 : 255
        default: UInt8(truncatingIfNeeded: at * at / (1 + width))
        }
      }
      let (status, print) = extracted(
        pixels, width: width, height: height, resolution: UInt32(12_000 + numbers.below(20_000)))
      #expect(print.count >= 0 && print.count <= 128 && (status == IMP_FINGER_OK || print.count == 0))
    }
  }
}
