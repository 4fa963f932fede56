// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintCard

/// Whatever comes in whatever order, these hold: nothing is begun or sent twice, after the end nothing is but
/// let go, each call is answered once, sleep is told before a command goes on, and no PIN is left behind
/// without a word.
@Suite struct MachineRandomTests {
  @Test(arguments: 0..<16) func whateverComesTheRulesHold(part: UInt64) {
    for seed in part * 500..<(part + 1) * 500 {
      var world = MachineWorld(seed: seed)
      world.run(steps: 300)
      #expect(
        world.faults.isEmpty, "seed \(seed): \(world.faults)\n\(world.log.suffix(40).joined(separator: "\n"))"
      )
      if !world.faults.isEmpty { return }
    }
  }
}
