// SPDX-License-Identifier: Apache-2.0

/// What a host asks of a camera; `nil` leaves a choice to it.
struct ModeWish: Hashable {
  /// `IMP_PIXEL_...`
  var format: UInt32?
  /// Pixels.
  var width: UInt32?
  var height: UInt32?
  /// Frames in 1000 seconds.
  var rate: UInt32?
}

/// What is asked of the driver: one format, size and rate.
struct ModeChoice: Hashable {
  let fourcc: FourCC
  let width: UInt32
  let height: UInt32
  /// Frames in 1000 seconds; 0 where the driver tells none.
  let rate: UInt32

  /// What is taken where the host leaves it open: enough for a face at arm's length, and what every camera
  /// has.
  private static let usual = (width: UInt32(640), height: UInt32(480), rate: UInt32(30_000))

  /// The nearest to a wish: first what was asked, in the order format, size, rate; then what is usual.
  /// - Returns: `nil` where there are no modes.
  static func nearest(to wish: ModeWish, of modes: [NodeMode]) -> ModeChoice? {
    let width = wish.width ?? wish.height.map { $0 * 4 / 3 } ?? usual.width
    let height = wish.height ?? wish.width.map { $0 * 3 / 4 } ?? usual.height
    let sizeIsAsked = wish.width != nil || wish.height != nil
    let candidates = modes.map { mode in
      ModeChoice(
        fourcc: mode.fourcc, width: nearest(width, mode.width, mode.widthStep),
        height: nearest(height, mode.height, mode.heightStep),
        rate: min(max(wish.rate ?? usual.rate, mode.rate.lowerBound), mode.rate.upperBound))
    }
    func distances(_ choice: ModeChoice) -> [UInt32] {
      let format: UInt32 = wish.format == nil || choice.fourcc.format == wish.format ? 0 : 1
      let size = apart(choice.width, width) + apart(choice.height, height)
      // A rate that is not known may be any.
      let rate = choice.rate == 0 ? 0 : apart(choice.rate, wish.rate ?? usual.rate)
      return [
        format, sizeIsAsked ? size : 0, wish.rate == nil ? 0 : rate, size, rate, UInt32(choice.fourcc.rank),
      ]
    }
    return candidates.map { ($0, distances($0)) }.min { $0.1.lexicographicallyPrecedes($1.1) }?.0
  }

  private static func nearest(_ wanted: UInt32, _ range: ClosedRange<UInt32>, _ step: UInt32) -> UInt32 {
    let inside = min(max(wanted, range.lowerBound), range.upperBound)
    guard step > 1 else { return inside }
    return range.lowerBound + (inside - range.lowerBound) / step * step
  }

  private static func apart(_ a: UInt32, _ b: UInt32) -> UInt32 { a > b ? a - b : b - a }
}
