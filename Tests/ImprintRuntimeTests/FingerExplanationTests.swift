// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintCalls
import Testing

@testable import ImprintRuntime

/// What a plugin says of a comparison is read as what it is: bytes of somebody else's.
@Suite struct FingerExplanationTests {
  /// Two minutiae of the probe, one of the reference, and a share of each kind.
  private struct Made {
    var minutiae = [
      imp_explained_minutia(side: 0, kind: 1, x: 10, y: 20, direction: 90, quality: 50),
      imp_explained_minutia(side: 0, kind: 2, x: 1e6, y: 0, direction: 360, quality: -1),
      imp_explained_minutia(side: 1, kind: 0, x: 30, y: 40, direction: 0, quality: 100),
    ]
    var shares = [
      Made.share(IMP_SHARE_PAIR, 4, 0, 2), Made.share(IMP_SHARE_EDGE, 1.5, 0, 2, 1, 2),
      Made.share(IMP_SHARE_MISSED, -0.5, 1), Made.share(IMP_SHARE_RIDGES, -1),
      Made.share(IMP_SHARE_OTHER, 0.25),
    ]
    var said = imp_finger_explanation(
      size: UInt32(MemoryLayout<imp_finger_explanation>.size), minutiae: 3, shares: 5, aligned: 1,
      similarity: 4.25, turn: -12, shift_x: 100, shift_y: -200)
    var more = 0

    static func share(
      _ kind: Int32, _ value: Float, _ probe: UInt32 = .max, _ reference: UInt32 = .max,
      _ otherProbe: UInt32 = .max, _ otherReference: UInt32 = .max
    ) -> imp_explained_share {
      imp_explained_share(
        kind: UInt32(kind), value: value, probe: probe, reference: reference, other_probe: otherProbe,
        other_reference: otherReference)
    }

    func read(of similarity: Float = 4.25) throws -> FingerExplanation {
      var bytes: [UInt8] = []
      for minutia in minutiae { withUnsafeBytes(of: minutia) { bytes += $0 } }
      for share in shares { withUnsafeBytes(of: share) { bytes += $0 } }
      return try FingerExplanation(
        bytes + [UInt8](repeating: 0xEE, count: 64), length: bytes.count + more, said, of: similarity)
    }
  }

  @Test func minutiaeSharesAndMotionAreRead() throws {
    let explanation = try Made().read()
    #expect(explanation.similarity == 4.25)
    #expect(explanation.minutiae.map(\.side) == [.probe, .probe, .reference])
    #expect(explanation.minutiae.map(\.kind) == [.ending, .bifurcation, .other])
    #expect(explanation.minutiae.map(\.quality) == [50, nil, 100])
    #expect(explanation.shares.map(\.kind) == [.pair, .edge, .missed, .ridges, .other])
    #expect(explanation.shares[1].otherProbe == 1 && explanation.shares[2].reference == nil)
    #expect(explanation.motion?.turn == -12 && explanation.motion?.down == -200)
    #expect(explanation.total(.missed) == -0.5)
    #expect(!"\(explanation)".contains("30") && Mirror(reflecting: explanation).children.isEmpty)
  }

  @Test func withoutAMotionThereIsNone() throws {
    var made = Made()
    (made.said.aligned, made.said.turn, made.said.shift_x, made.said.shift_y) = (0, 0, 0, 0)
    #expect(try made.read().motion == nil)
  }

  @Test func anExplanationOfAnotherSimilarityIsRefused() {
    //
    #expect(throws: ContractBreach.self) { try Made().read(of: Float(4.25).nextUp) }
  }

  @Test func sharesThatDoNotAddUpAreRefused() {
    //
    var made = Made()
    made.shares[0].value += 0.01
    #expect(throws: ContractBreach.self) { try made.read() }
  }

  private static let faults: [(String, @Sendable (inout Made) -> Void)] = [
    ("a wrong size", { $0.said.size += 8 }),
    ("more minutiae than bytes", { $0.said.minutiae = 4 }),
    ("minutiae beyond the most", { $0.said.minutiae = .max }),
    ("shares beyond the most", { $0.said.shares = .max }),
    ("a longer answer", { $0.more = 1 }), ("a negative length", { $0.more = -1000 }),
    ("a side that is none", { $0.minutiae[2].side = 2 }),
    ("a probe after the reference", { $0.minutiae.swapAt(1, 2) }),
    ("a kind that is none", { $0.minutiae[0].kind = 3 }),
    ("a place that is no number", { $0.minutiae[0].x = .nan }),
    ("a place beyond a metre", { $0.minutiae[0].y = 1_000_001 }),
    ("a direction beyond a turn", { $0.minutiae[0].direction = -1 }),
    ("a quality that is no number", { $0.minutiae[0].quality = .nan }),
    ("a share of a minutia that is not there", { $0.shares[0].reference = 3 }),
    ("a share of the other side's minutia", { $0.shares[0].probe = 2 }),
    ("a pair without a reference", { $0.shares[0].reference = .max }),
    ("an edge without its other pair", { $0.shares[1].other_probe = .max }),
    ("a missed one of both", { $0.shares[2].reference = 2 }),
    ("ridges of a minutia", { $0.shares[3].probe = 0 }),
    ("a share of no kind", { $0.shares[4].kind = 6 }),
    ("an endless share", { $0.shares[4].value = .infinity }),
    ("a motion beyond a turn", { $0.said.turn = 181 }),
    ("a shift that is no number", { $0.said.shift_x = .nan }),
    ("a motion where there is none", { $0.said.aligned = 0 }),
    ("aligned twice", { $0.said.aligned = 2 }),
  ]

  @Test(arguments: FingerExplanationTests.faults.indices) func whatTheContractForbidsIsRefused(_ index: Int) {
    var made = Made()
    let (words, spoil) = Self.faults[index]
    spoil(&made)
    #expect(throws: ContractBreach.self, "\(words)") { try made.read() }
  }
}
