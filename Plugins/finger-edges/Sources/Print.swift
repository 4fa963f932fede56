// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Glibc

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
    imp_finger_prepare(start, print.pointee.count, 1024, prepared)
  }
}
