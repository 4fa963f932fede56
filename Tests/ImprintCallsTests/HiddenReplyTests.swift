// SPDX-License-Identifier: Apache-2.0
import CImprint
@testable import ImprintCalls
import Testing

/// What a reply holds beyond its description is hidden, whichever function it answers.
@Suite struct HiddenReplyTests {
  private static func parts(_ function: CallFunction, results: [UInt8]) -> [Range<Int>] {
    let body = [UInt8](repeating: 0, count: ReplyHead.size) + results
    return body.withUnsafeBytes { HiddenPart.parts(ofReply: function, body: $0).map(\.range) }
  }

  /// Whose replies are similarities to their end.
  private static let endless: Set<CallFunction> = [.matcherCompareMany]

  @Test(arguments: CallFunction.allCases)
  func bytesThatNobodyDescribedAreHidden(_ function: CallFunction) {
    guard !Self.endless.contains(function) else { return }
    // Longer than any result without bulk, and of no list's shape: its counts are 0x4141….
    let results = [UInt8](repeating: 0x41, count: 65_536)
    let hidden = Self.parts(function, results: results)
    #expect(hidden.reduce(0) { $0 + $1.count } > results.count / 2, "\(function.name)")
  }

  @Test func numberOfAnObjectIsNot() {
    #expect(Self.parts(.matcherCreate, results: [1, 0, 0, 0, 0, 0, 0, 0]).isEmpty)
  }

  @Test func whatFollowsANumberIs() {
    #expect(Self.parts(.matcherCreate, results: [1, 0, 0, 0, 0, 0, 0, 0, 9]) == [32..<33])
    #expect(Self.parts(.trackerReset, results: [9]) == [24..<25])
  }

  @Test func similaritiesAreNot() {
    #expect(Self.parts(.matcherCompare, results: [0, 0, 128, 63]).isEmpty)
    #expect(Self.parts(.matcherCompareMany, results: [UInt8](repeating: 0, count: 80)).isEmpty)
  }

  @Test func statusOfACardIs() {
    let size = MemoryLayout<imp_card_status>.size
    #expect(Self.parts(.cardStatus, results: [UInt8](repeating: 1, count: size)) == [24..<24 + size])
  }
}

@Suite struct CallTraitsTests {
  @Test func whatMakesAnObjectNamesWhatReleasesIt() {
    for function in CallFunction.allCases {
      guard let ending = function.traits.makes else { continue }
      #expect(ending.traits.deadline == .release, "\(function.name)")
      #expect(ending.traits.makes == nil)
      #expect(ending.traits.afterEnd != .startsAgain, "nothing begins anew to be released: \(ending.name)")
      #expect(function.traits.afterEnd == .startsAgain)
    }
  }

  @Test func namesAreUnique() {
    #expect(Set(CallFunction.allCases.map(\.name)).count == CallFunction.allCases.count)
  }

  @Test func whatActsInTheWorldIsNeverReplayedNorBegunAnew() {
    for function in CallFunction.allCases where function.traits.effect == .acts || function.traits.isSecret {
      #expect(function.traits.replay == .never)
      #expect(function.traits.afterEnd == .isLost)
    }
  }
}
