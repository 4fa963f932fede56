// SPDX-License-Identifier: Apache-2.0
private import CFingerEdges
private import Glibc
internal import ImprintFinger

/// How alike two fingers are, as the bundled matcher finds it for the compact card format.
enum FingerComparison {
  /// Pixels at 500 dots an inch in a tenth of a millimetre.
  private static let perUnit: Float = 1.97

  /// In no particular order; at most ``VirtualCard/Finger/counts`` minutiae each.
  static func similarity(_ probe: CompactCard, _ reference: CompactCard) -> Float {
    withUnsafeTemporaryAllocation(of: imp_finger_prepared.self, capacity: 2) { prints in
      guard let first = prints.baseAddress else { return 0 }
      defer { explicit_bzero(first, 2 * MemoryLayout<imp_finger_prepared>.stride) }
      prepare(probe, first)
      prepare(reference, first + 1)
      return imp_finger_compare(first, first + 1, nil)
    }
  }

  private static func prepare(_ card: CompactCard, _ print: UnsafeMutablePointer<imp_finger_prepared>) {
    let bytes = card.bytes
    withUnsafeTemporaryAllocation(of: imp_finger_minutia.self, capacity: max(1, card.count)) { minutiae in
      guard let first = minutiae.baseAddress else { return }
      minutiae.initialize(repeating: imp_finger_minutia())
      defer { explicit_bzero(first, minutiae.count * MemoryLayout<imp_finger_minutia>.stride) }
      for index in 0..<card.count {
        let at = index * CompactCard.minutiaBytes
        minutiae[index] = imp_finger_minutia(
          x: pixels(bytes[at]), y: pixels(bytes[at + 1]), angle: bytes[at + 2] << 2, kind: bytes[at + 2] >> 6,
          quality: 0, reserved: 0)
      }
      // As the matcher has minutiae of no quality: by where they lie, so that the order of the card makes no
      // difference.
      var taken = UnsafeMutableBufferPointer(start: first, count: card.count)
      taken.sort { ($0.y, $0.x, $0.angle, $0.kind) < ($1.y, $1.x, $1.angle, $1.kind) }
      imp_finger_prepare(first, Int32(card.count), print)
    }
  }

  private static func pixels(_ units: UInt8) -> Int16 { Int16((Float(units) * perUnit).rounded()) }
}
