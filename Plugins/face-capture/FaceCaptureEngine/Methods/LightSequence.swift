// SPDX-License-Identifier: Apache-2.0

/// The colours that the screen is lit in, one after the other, and how long each stays.
///
/// A colour stays for 400 ms at least: 2.5 changes a second, so fewer than the three flashes a second below
/// which nobody is endangered (WCAG 2.3.1), and time for the screen, the exposure and the camera's queue
/// before anything is measured.
struct LightSequence {
  /// Linear red, green and blue are 0 or 1: what is pure differs most.
  static let colors: [UInt32] = [0xFF_0000, 0x00_FF00, 0x00_00FF, 0xFF_FF00, 0x00_FFFF, 0xFF_00FF]
  /// Colours of one sequence. Two that are drawn apart are alike (a correlation of 0.85 and more) once in
  /// 900 times, by two million simulated pairs.
  static let count = 9
  /// The screen as it was: nothing lights the person.
  static let dark: UInt32 = 0x00_0000
  /// Nanoseconds from asking for a colour until it is surely seen, and until the next.
  static let settling: UInt64 = 200_000_000
  static let stay: UInt64 = 400_000_000
  /// Frames that a colour is measured in, at least, at any frame rate.
  static let frames = 3
  /// Nanoseconds after which a colour is left at the latest, measured or not.
  static let longest: UInt64 = 1_500_000_000

  /// Drawn so that no colour follows itself.
  static func random(_ random: inout SeededRandom) -> [UInt32] {
    var drawn: [UInt32] = []
    while drawn.count < count {
      let others = colors.filter { $0 != drawn.last }
      drawn.append(others[Int(random.next() >> 32) % others.count])
    }
    return drawn
  }
}
