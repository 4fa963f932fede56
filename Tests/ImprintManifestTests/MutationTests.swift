// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import Testing

@testable import ImprintManifest

/// The same numbers on every machine and run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct MutationTests {
  private func mutated(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    // Characters that mean something in YAML are worth more than others.
    let special = Array("{}[]:,-#&*!|>'\"%@`?\n\t \r\0\u{FF}\u{85}".utf8)
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      let byte =
        Bool.random(using: &random)
        ? special.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[at] = byte
      case 1: bytes.insert(byte, at: at)
      case 2: bytes.remove(at: at)
      case 3: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0..<40, using: &random)))
      default:
        let end = min(bytes.count, at + Int.random(in: 1..<80, using: &random))
        bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &random))
      }
    }
    return bytes
  }

  @Test func mutatedManifestIsReadOrRefused() throws {
    var random = SplitMix(state: 1)
    let good = try Samples.good()
    var (read, refused) = (0, 0)
    for _ in 0..<2000 {
      let bytes = mutated(good, &random)
      do {
        _ = try ManifestReader.plugin(bytes: bytes, place: "p")
        read += 1
      } catch {
        refused += 1
        #expect(!error.problems.isEmpty)
        #expect(error.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 && !$0.reason.isEmpty })
        // Our own checks and the typed manifest agree on what is good.
        #expect(!error.problems.contains { $0.code == .schemaGap })
      }
    }
    // Both ways were taken, so the test means something.
    #expect(read > 100, "\(read) read")
    #expect(refused > 500, "\(refused) refused")
  }

  @Test func mutatedManifestIsEditedOrRefused() throws {
    var random = SplitMix(state: 2)
    let good = try Samples.good()
    let section = "concurrency: {threads: 2}\n"
    var edited = 0
    for _ in 0..<500 {
      let bytes = mutated(good, &random)
      do {
        let result = try ManifestEditor.replacingSection("concurrency", with: section, in: bytes)
        edited += 1
        let manifest = try ManifestReader.plugin(bytes: result, place: "p").manifest
        #expect(manifest.concurrency.threads == 2)
        #expect(manifest.id == (try ManifestReader.plugin(bytes: bytes, place: "p").manifest.id))
      } catch {
        #expect(!error.problems.isEmpty)
      }
    }
    #expect(edited > 20)
  }
}
