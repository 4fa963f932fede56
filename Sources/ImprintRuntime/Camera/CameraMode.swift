// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One mode in which a camera delivers frames. Every size and rate within the ranges may be requested, sizes
/// in steps.
public struct CameraMode: Sendable, Hashable {
  public let format: FrameFormat
  /// Pixels.
  public let width: ClosedRange<Int>
  /// Pixels from one width to the next; 1 where there is only one.
  public let widthStep: Int
  /// Pixels.
  public let height: ClosedRange<Int>
  /// Pixels from one height to the next; 1 where there is only one.
  public let heightStep: Int
  /// `nil` where unknown.
  public let framesPerSecond: ClosedRange<Double>?

  public init(
    format: FrameFormat, width: ClosedRange<Int>, widthStep: Int = 1, height: ClosedRange<Int>,
    heightStep: Int = 1, framesPerSecond: ClosedRange<Double>? = nil
  ) {
    self.format = format
    self.width = width
    self.widthStep = widthStep
    self.height = height
    self.heightStep = heightStep
    self.framesPerSecond = framesPerSecond
  }

  init(_ raw: imp_camera_mode) throws(ContractBreach) {
    try checkSize(of: raw)
    guard let format = FrameFormat(code: raw.format) else {
      throw ContractBreach("a mode has the format \(raw.format), which this contract does not define.")
    }
    self.format = format
    (width, widthStep) = try Self.side(raw.width_min, raw.width_max, raw.width_step, "width")
    (height, heightStep) = try Self.side(raw.height_min, raw.height_max, raw.height_step, "height")
    guard raw.rate_milli_min <= raw.rate_milli_max else {
      throw ContractBreach(
        "a mode has the invalid range of rates \(raw.rate_milli_min) to \(raw.rate_milli_max).")
    }
    framesPerSecond =
      raw.rate_milli_max == 0
      ? nil : Double(raw.rate_milli_min) / 1000...Double(raw.rate_milli_max) / 1000
  }

  private static func side(
    _ least: UInt32, _ most: UInt32, _ step: UInt32, _ name: String
  ) throws(ContractBreach) -> (ClosedRange<Int>, Int) {
    guard least >= 1, least <= most, most <= Image.maximumSide, step >= 1 || least == most else {
      throw ContractBreach("a mode has the invalid \(name) \(least) to \(most) in steps of \(step).")
    }
    return (Int(least)...Int(most), max(Int(step), 1))
  }
}
