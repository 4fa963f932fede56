// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Glibc
import ImprintPluginKit

/// A print as extracted or read, and as it is compared. It is erased when it is released.
final class Print {
  let print: UnsafeMutablePointer<imp_finger_print>
  let prepared: UnsafeMutablePointer<imp_finger_prepared>

  init() {
    print = .allocate(capacity: 1)
    print.initialize(to: imp_finger_print())
    prepared = .allocate(capacity: 1)
    prepared.initialize(to: imp_finger_prepared())
  }

  deinit {
    // Not memset: the compiler may leave out writing what nobody reads.
    explicit_bzero(print, MemoryLayout<imp_finger_print>.size)
    explicit_bzero(prepared, MemoryLayout<imp_finger_prepared>.size)
    print.deallocate()
    prepared.deallocate()
  }

  /// The minutiae, the best first; valid while this is.
  var minutiae: UnsafeMutableBufferPointer<imp_finger_minutia> {
    let start = UnsafeMutableRawPointer(print) + (MemoryLayout<imp_finger_print>.offset(of: \.minutiae) ?? 0)
    return UnsafeMutableBufferPointer(
      start: start.assumingMemoryBound(to: imp_finger_minutia.self), count: Int(print.pointee.count))
  }

  /// The orientation of each block, row by row; valid while this is.
  var field: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(
      start: imp_finger_field(print), count: Int(print.pointee.columns * print.pointee.rows))
  }

  /// Makes ``prepared`` of the minutiae.
  func prepare() {
    guard let start = minutiae.baseAddress else { return }
    imp_finger_prepare(start, print.pointee.count, prepared)
  }

  /// Takes what another program wrote: all minutiae, or the best of more than are compared, by quality; of
  /// equals those nearest to the middle of all. In which order they came makes no difference.
  /// - Parameter minutia: reads one; `nil` where it lies outside of its picture.
  func take(_ count: Int, _ minutia: (Int) -> imp_finger_minutia?) -> PluginFailure? {
    withUnsafeTemporaryAllocation(of: imp_finger_minutia.self, capacity: max(1, count)) { all in
      all.initialize(repeating: imp_finger_minutia())
      defer {
        if let start = all.baseAddress {
          explicit_bzero(start, all.count * MemoryLayout<imp_finger_minutia>.stride)
        }
      }
      for index in 0..<count {
        guard let found = minutia(index) else {
          return PrintFormat.damaged("a minutia lies outside of its picture")
        }
        guard found.kind <= 2 else { return PrintFormat.damaged("a minutia has the reserved type 3") }
        all[index] = found
      }
      let kept = Self.best(Int(IMP_FINGER_COMPARED), of: all[..<count])
      print.pointee.count = Int32(kept.count)
      for (place, index) in kept.enumerated() { minutiae[place] = all[index] }
      return nil
    }
  }

  /// The places of the best, by quality and where they lie: as an extractor of ours has them.
  private static func best(_ most: Int, of all: Slice<UnsafeMutableBufferPointer<imp_finger_minutia>>)
    -> [Int]
  {
    let count = max(1, all.count)
    let x = all.reduce(0) { $0 + Int($1.x) } / count
    let y = all.reduce(0) { $0 + Int($1.y) } / count
    func away(_ index: Int) -> Int {
      let (across, down) = (Int(all[index].x) - x, Int(all[index].y) - y)
      return across * across + down * down
    }
    func isBefore(_ one: Int, _ other: Int, with nearest: Bool) -> Bool {
      let (a, b) = (all[one], all[other])
      if a.quality != b.quality { return a.quality > b.quality }
      if nearest, away(one) != away(other) { return away(one) < away(other) }
      return (a.y, a.x, a.angle, a.kind) < (b.y, b.x, b.angle, b.kind)
    }
    let chosen = all.indices.sorted { isBefore($0, $1, with: true) }.prefix(most)
    return chosen.sorted { isBefore($0, $1, with: false) }
  }
}
