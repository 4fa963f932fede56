// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The requested settings of a camera. One that does not support exactly these uses the nearest: each frame
/// states its own.
public struct CameraOptions: Sendable, Hashable {
  /// The pace at which a replayed source delivers its frames.
  public enum Pace: String, Sendable, Hashable, Codable, CaseIterable {
    /// In real time.
    case real
    /// As fast as possible.
    case full
  }

  /// As a listing returned it, a locator or an id; or a device node, a folder, a file.
  public var locator: String
  /// Pixels; `nil`, the default, leaves it to the camera.
  public var width: Int?
  /// Pixels; `nil`, the default, leaves it to the camera.
  public var height: Int?
  /// Frames a second, up to 4,000,000; `nil`, the default, leaves it to the camera.
  public var framesPerSecond: Double?
  /// Of a replayed source; default `real`.
  public var pace: Pace
  /// Times a replayed source is played, default 1.
  public var plays: Int
  /// `nil`, the default, leaves it to the camera.
  public var format: FrameFormat?

  public init(
    locator: String, width: Int? = nil, height: Int? = nil, framesPerSecond: Double? = nil,
    pace: Pace = .real, plays: Int = 1, format: FrameFormat? = nil
  ) {
    self.locator = locator
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
    self.pace = pace
    self.plays = plays
    self.format = format
  }

  /// The paths that a camera plugin in a worker has to read: the locator, where it is an existing file or
  /// folder; else the existing files in it, as in `word:path?key=path`. Nothing in the system's pseudo file
  /// systems is granted.
  public var readablePaths: [String] { LocatorFiles(locator).existing }

  /// The contract's struct without the locator; `nil` where a value is outside its range.
  var raw: imp_camera_options? {
    let rate = (framesPerSecond ?? 0) * 1000
    guard (0...65535).contains(width ?? 0), (0...65535).contains(height ?? 0), rate >= 0, rate <= 4e9,
      (1...Int(UInt32.max)).contains(plays), !locator.isEmpty, !locator.utf8.contains(0)
    else { return nil }
    var raw = sized(imp_camera_options())
    raw.width = UInt32(width ?? 0)
    raw.height = UInt32(height ?? 0)
    raw.frames_per_second_milli = UInt32(rate.rounded())
    raw.pace = UInt32(pace == .real ? IMP_CAMERA_PACE_REAL : IMP_CAMERA_PACE_FULL)
    raw.repeat = plays == 1 ? 0 : UInt32(plays)
    raw.format = format?.code ?? 0
    return raw
  }
}
