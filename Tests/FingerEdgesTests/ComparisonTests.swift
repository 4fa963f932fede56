// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Glibc
import Testing

@Suite struct ComparisonTests {
  private func score(
    _ one: imp_finger_prepared, _ other: imp_finger_prepared
  ) -> (score: Float, match: imp_finger_match) {
    var match = imp_finger_match()
    let score = withUnsafePointer(to: one) { one in
      withUnsafePointer(to: other) { imp_finger_compare(one, $0, &match) }
    }
    return (score, match)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func twoPressesOfOneFingerAreMoreAlikeThanTwoFingers(
    seed: UInt64
  ) {
    let first = DrawnRidges(seed: seed).print().print.prepared()
    let again = DrawnRidges(seed: seed, shift: (18, -12), turn: 0.25, noise: 30).print().print.prepared()
    let other = DrawnRidges(seed: seed + 50).print().print.prepared()
    let (genuine, impostor) = (score(first, again).score, score(first, other).score)
    #expect(genuine > 8 && impostor < 6, "\(genuine) and \(impostor)")
  }

  @Test func theMotionIsFoundAndThePairsLieOnEachOther() {
    let drawn = DrawnRidges(shift: (20, 10), turn: 0.3)
    let probe = DrawnRidges().print().print.prepared()
    let (_, match) = score(probe, drawn.print().print.prepared())
    #expect(match.count >= 8)
    #expect(abs(atan2(match.sine, match.cosine) - 0.3) < 0.06)
    let place = (x: 30.0, y: -20.0)
    let (from, expected) = (DrawnRidges().seen(place), drawn.seen(place))
    let (dx, dy) = (Float(from.x) - match.mx, Float(from.y) - match.my)
    let found = (
      x: match.nx + dx * match.cosine - dy * match.sine, y: match.ny + dx * match.sine + dy * match.cosine
    )
    #expect(hypot(found.x - Float(expected.x), found.y - Float(expected.y)) < 4)
  }

  @Test func whatCountedAddsUpToTheScore() {
    let probe = DrawnRidges().print().print.prepared()
    let (score, match) = score(probe, DrawnRidges(turn: 0.1, noise: 30).print().print.prepared())
    #expect(abs(match.pairs + match.support - match.missed - score) < 1e-4)
    #expect(match.missed >= 0 && match.edges >= match.count - 1)
  }

  @Test func anExplanationHasTheScoreOfTheComparisonAndSharesThatAddUpToIt() {
    var numbers = Numbers(11)
    var prints = [
      prepare([]), DrawnRidges().print().print.prepared(),
      DrawnRidges(shift: (12, -9), turn: 0.2, noise: 30).print().print.prepared(),
      DrawnRidges(seed: 60).print().print.prepared(),
    ]
    for count in [1, 40, 128] {
      prints.append(
        prepare(
          (0..<count).map { _ in
            imp_finger_minutia(
              x: Int16(numbers.below(300)), y: Int16(numbers.below(300)), angle: UInt8(numbers.below(256)),
              kind: UInt8(numbers.below(3)), quality: UInt8(numbers.below(101)), reserved: 0)
          }))
    }
    for one in prints {
      for other in prints {
        let (score, match) = score(one, other)
        let explained = explain(one, other)
        #expect(explained.score.bitPattern == score.bitPattern)
        let counts = Dictionary(grouping: explained.shares, by: \.reason)
        #expect(counts[1]?.count ?? 0 == Int(match.count) && counts[2]?.count ?? 0 == Int(match.edges))
        let magnitude = explained.shares.reduce(0) { $0 + abs(Double($1.value)) }
        let sum = explained.shares.reduce(0) { $0 + Double($1.value) }
        #expect(abs(sum - Double(score)) <= 1e-6 * magnitude, "\(sum) and \(score)")
        for share in explained.shares {
          #expect([1, 2].contains(share.reason) ? share.value > -1 : share.value <= 0, "\(share)")
        }
      }
    }
  }

  @Test func aMinutiaThatTheOtherPrintShouldShowCountsAgainst() {
    let print = DrawnRidges(seed: 9).print().print
    // The one nearest to the middle of all, so that it is inside of what the others span.
    let found = print.found
    let centre = found.indices.min { away(found[$0], in: found) < away(found[$1], in: found) } ?? 0
    let rest = found.indices.filter { $0 != centre }.map { found[$0] }
    let missed = explain(print.prepared(), prepare(rest)).shares.filter { $0.reason == 3 }
    #expect(missed.map { Int($0.probe) } == [centre])
    let other = explain(prepare(rest), print.prepared()).shares.filter { $0.reason == 4 }
    #expect(other.map { Int($0.reference) } == [centre])
  }

  private func away(_ one: imp_finger_minutia, in all: [imp_finger_minutia]) -> Int {
    let (x, y) = (all.reduce(0) { $0 + Int($1.x) }, all.reduce(0) { $0 + Int($1.y) })
    let (dx, dy) = (Int(one.x) - x / all.count, Int(one.y) - y / all.count)
    return dx * dx + dy * dy
  }

  private func explain(
    _ one: imp_finger_prepared, _ other: imp_finger_prepared
  ) -> (score: Float, shares: [imp_finger_share]) {
    var reasons = imp_finger_reasons()
    let score = withUnsafePointer(to: one) { one in
      withUnsafePointer(to: other) { imp_finger_explain(one, $0, &reasons) }
    }
    let shares = UnsafeBufferPointer(start: imp_finger_shares(&reasons), count: Int(reasons.count))
    return (score, Array(shares))
  }

  @Test func aPrintIsMostLikeItself() {
    let print = DrawnRidges(seed: 9).print().print.prepared()
    let (_, match) = score(print, print)
    #expect(match.count == Int32(print.count) && match.missed == 0)
    let pairs = withUnsafeBytes(of: match.probe) { Array($0.prefix(Int(match.count))) }
    let others = withUnsafeBytes(of: match.reference) { Array($0.prefix(Int(match.count))) }
    #expect(pairs == others)
  }

  @Test func fieldsOfOneFingerAgree() {
    let one = DrawnRidges().print().print
    let again = DrawnRidges(shift: (10, 8), turn: 0.2).print().print
    let match = score(one.prepared(), again.prepared()).match
    var blocks: Int32 = 0
    func agreement(_ one: imp_finger_print, _ other: imp_finger_print, _ match: imp_finger_match) -> Float {
      withUnsafePointer(to: one) { one in
        withUnsafePointer(to: other) { other in
          withUnsafePointer(to: match) { imp_finger_fields(one, other, $0, &blocks) }
        }
      }
    }
    #expect(agreement(one, again, match) > 0.9 && blocks > 100)
    var turned = match
    (turned.cosine, turned.sine) = (-match.sine, match.cosine)
    #expect(agreement(one, again, turned) < 0.5)
  }

  @Test func printsOfAnyMinutiaeAreCompared() {
    var numbers = Numbers(4)
    var prints = [
      prepare([]), prepare([imp_finger_minutia(x: 5, y: 5, angle: 0, kind: 1, quality: 1, reserved: 0)]),
    ]
    for round in 0..<40 {
      let reach = [1, 3, 30, 300, 1200][round % 5]
      let minutiae = (0..<[3, 128, 200, 17][round % 4]).map { _ in
        imp_finger_minutia(
          x: Int16(numbers.below(reach)), y: Int16(numbers.below(reach)),
          angle: UInt8(numbers.below(round % 3 == 0 ? 2 : 256)),
          kind: UInt8(numbers.below(3)), quality: UInt8(numbers.below(101)), reserved: 0)
      }
      prints.append(prepare(minutiae))
    }
    for one in prints {
      for other in prints {
        let (score, match) = score(one, other)
        #expect(score.isFinite && match.count >= 0 && match.count <= 64)
      }
    }
  }
}
