// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintRuntime

struct CameraChoiceTests {
  private static func camera(
    _ locator: String, id: String? = nil, _ facing: CameraFacing = .unknown, _ light: CameraLight = .unknown
  ) -> CameraInfo {
    CameraInfo(locator: locator, name: "n", id: id, light: light, facing: facing)
  }

  /// Best first: each is taken where those before it are not there.
  private static let order = [
    camera("/dev/video9", id: "a", .user, .colour), camera("/dev/video8", id: "b", .user, .colour),
    camera("/dev/video0", .user, .colour), camera("/dev/video2", id: "c", .user),
    camera("/dev/video1", id: "d", .user, .infrared), camera("/dev/video7", id: "0", .external, .colour),
    camera("/dev/video6", id: "1", .external, .infrared), camera("/dev/video5", id: "e", .away, .colour),
    camera("/dev/video4", id: "f", .unknown, .colour), camera("/dev/video10", id: "g"),
    camera("/dev/video11"), camera("/dev/video12"),
  ]

  @Test func standardRuleDoesNotDependOnTheOrderOfPlugging() {
    var random = Deterministic(seed: 7)
    for first in Self.order.indices {
      for _ in 0..<20 {
        let cameras = Self.order[first...].shuffled(using: &random)
        #expect(CameraChoice.standard.choose(from: cameras) == Self.order[first])
      }
    }
    #expect(CameraChoice.standard.choose(from: []) == nil)
  }

  @Test func ruleOfAnApplicationDecidesAmongThoseThatAreThere() {
    let infrared = CameraChoice { $0.first { $0.light == .infrared } }
    #expect(infrared.choose(from: Self.order)?.id == "d")
    #expect(infrared.choose(from: Array(Self.order[..<3])) == nil)
    let other = CameraChoice { _ in Self.camera("/dev/video99") }
    #expect(other.choose(from: Self.order) == nil)
  }
}

/// The same numbers in each run.
private struct Deterministic: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    // SplitMix64, by Sebastiano Vigna; public domain.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
