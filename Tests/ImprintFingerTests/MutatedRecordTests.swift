// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import Testing

/// Right records with bytes changed, cut and inserted: an error or a record that can be written, never a
/// trap.
@Suite struct MutatedRecordTests {
  static let seeds: [[UInt8]] =
    [
      FingerSamples.ansi(), FingerSamples.ansi(9, long: true), FingerSamples.iso2011(),
      FingerSamples.iso2011(1, minutiaBytes: 5),
    ]
    + [try? FingerSamples.record()].compactMap(\.self)

  private static func mutate(_ bytes: inout [UInt8], _ numbers: inout FingerSamples.Numbers) {
    for _ in 0...numbers.below(4) {
      guard !bytes.isEmpty else { return }
      let at = numbers.below(bytes.count)
      switch numbers.below(6) {
      case 0: bytes[at] = UInt8(numbers.below(256))
      case 1: bytes[at] ^= 1 << UInt8(numbers.below(8))
      case 2: bytes.removeSubrange(at..<min(bytes.count, at + 1 + numbers.below(8)))
      case 3: bytes.insert(UInt8(numbers.below(256)), at: at)
      case 4: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][numbers.below(5)]
      default: bytes = Array(bytes[..<at])
      }
    }
    // Half of them say their right length, so that what follows is reached.
    guard bytes.count >= 12, numbers.below(2) == 0 else { return }
    let length = FingerSamples.short(bytes.count)
    if bytes[8] == 0, bytes[9] == 0 {
      bytes.replaceSubrange(8..<12, with: [0, 0] + length)
    } else {
      bytes.replaceSubrange(8..<10, with: length)
    }
  }

  @Test func twentyThousandMutatedRecordsAreReadOrRefused() throws {
    var numbers = FingerSamples.Numbers(18)
    var read = 0
    for round in 0..<20_000 {
      var bytes = Self.seeds[round % Self.seeds.count]
      Self.mutate(&bytes, &numbers)
      guard let record = try? FingerRecord(reading: bytes) else { continue }
      read += 1
      let written = record.convertedToISO2005().value
      // Pictures of a record of 2011 may differ from view to view.
      if let again = try? written.bytes() {
        #expect(try FingerRecord(reading: again).bytes() == again)
      }
      for view in record.views.indices {
        for order in CompactCardTests.orders {
          _ = try record.compactCard(view: view, for: .init(minutiae: 0...255, order: order))
        }
      }
    }
    #expect(read > 2_000 && read < 15_000)
  }

  @Test func tenThousandMutatedInformationTemplatesAreReadOrRefused() throws {
    var numbers = FingerSamples.Numbers(24)
    let seeds = [
      BiometricInformationTests.full.bytes,
      try BiometricInformation.group([BiometricInformationTests.full, .init()]),
    ]
    var read = 0
    for round in 0..<10_000 {
      var bytes = seeds[round % 2]
      Self.mutate(&bytes, &numbers)
      guard let all = try? BiometricInformation.all(in: bytes) else { continue }
      read += 1
      #expect(try BiometricInformation.all(in: BiometricInformation.group(all)) == all)
    }
    #expect(read > 300)
  }
}
