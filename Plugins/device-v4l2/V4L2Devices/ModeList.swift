// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
import ImprintPluginKit

/// A way in which a node delivers frames.
struct NodeMode: Hashable {
  let fourcc: FourCC
  let width: ClosedRange<UInt32>
  var widthStep: UInt32 = 1
  let height: ClosedRange<UInt32>
  var heightStep: UInt32 = 1
  /// Frames in 1000 seconds; 0 where it is not known.
  var rate: ClosedRange<UInt32> = 0...0

  /// As the contract has it; `nil` for a format that it has no name for.
  var contractMode: CameraMode? {
    fourcc.format.map {
      CameraMode(
        format: $0, width: width, widthStep: max(widthStep, 1), height: height,
        heightStep: max(heightStep, 1), framesPerSecondMilli: rate)
    }
  }
}

extension DeviceNode {
  /// No driver lists more; one that does has no end.
  private static let longestList: UInt32 = 256
  private static let mostModes = 1000
  private static let longestSide: UInt32 = 65535

  /// All formats that the node offers.
  func formats() -> [FourCC] {
    var found: [FourCC] = []
    for index in 0..<DeviceNode.longestList {
      var fourcc: UInt32 = 0
      guard cv4l2_format_at(descriptor, index, &fourcc) == 0 else { break }
      found.append(FourCC(rawValue: fourcc))
    }
    return found
  }

  /// The ways of delivering frames that the contract has formats for.
  func modes() -> [NodeMode] {
    var found: [NodeMode] = []
    var seen = Set<NodeMode>()
    for fourcc in formats() where fourcc.format != nil {
      for sizes in sizes(of: fourcc) {
        for rate in rates(of: fourcc, width: sizes.width_max, height: sizes.height_max) {
          let mode = NodeMode(
            fourcc: fourcc, width: sizes.width_min...sizes.width_max, widthStep: sizes.width_step,
            height: sizes.height_min...sizes.height_max, heightStep: sizes.height_step, rate: rate)
          guard found.count < DeviceNode.mostModes else { return found }
          if seen.insert(mode).inserted { found.append(mode) }
        }
      }
    }
    return found
  }

  private func sizes(of fourcc: FourCC) -> [cv4l2_sizes] {
    var found: [cv4l2_sizes] = []
    for index in 0..<DeviceNode.longestList {
      var sizes = cv4l2_sizes()
      var ends: Int32 = 0
      guard cv4l2_sizes_at(descriptor, fourcc.rawValue, index, &sizes, &ends) == 0 else { break }
      sizes.width_max = min(sizes.width_max, DeviceNode.longestSide)
      sizes.height_max = min(sizes.height_max, DeviceNode.longestSide)
      if sizes.width_min >= 1, sizes.height_min >= 1, sizes.width_min <= sizes.width_max,
        sizes.height_min <= sizes.height_max
      {
        found.append(sizes)
      }
      if ends != 0 { break }
    }
    if !found.isEmpty { return found }
    // A driver without such a list: what it would give now is one way at least.
    var granted = cv4l2_granted()
    guard cv4l2_read_format(descriptor, &granted) == 0, granted.fourcc == fourcc.rawValue,
      (1...DeviceNode.longestSide).contains(granted.width),
      (1...DeviceNode.longestSide).contains(granted.height)
    else { return [] }
    return [
      cv4l2_sizes(
        width_min: granted.width, width_max: granted.width, width_step: 0, height_min: granted.height,
        height_max: granted.height, height_step: 0)
    ]
  }

  private func rates(of fourcc: FourCC, width: UInt32, height: UInt32) -> [ClosedRange<UInt32>] {
    var found: [ClosedRange<UInt32>] = []
    for index in 0..<DeviceNode.longestList {
      var intervals = cv4l2_intervals()
      var ends: Int32 = 0
      guard cv4l2_intervals_at(descriptor, fourcc.rawValue, width, height, index, &intervals, &ends) == 0
      else { break }
      let fastest = FrameInterval(
        numerator: intervals.shortest_numerator, denominator: intervals.shortest_denominator)
      let slowest = FrameInterval(
        numerator: intervals.longest_numerator, denominator: intervals.longest_denominator)
      if let most = fastest.rate, let least = slowest.rate, least <= most { found.append(least...most) }
      if ends != 0 { break }
    }
    return found.isEmpty ? [0...0] : found
  }
}

/// Seconds for one frame, as drivers say it.
struct FrameInterval: Hashable {
  var numerator: UInt32
  var denominator: UInt32

  /// Frames in 1000 seconds; `nil` for what is no time. A driver that can wait for ever says so with 0.
  var rate: UInt32? {
    guard numerator > 0 else { return nil }
    return UInt32(clamping: (UInt64(denominator) * 1000 + UInt64(numerator) / 2) / UInt64(numerator))
  }
}

extension FrameInterval {
  /// - Parameter rate: frames in 1000 seconds, above 0.
  init(rate: UInt32) {
    self.init(numerator: 1000, denominator: rate)
  }
}
