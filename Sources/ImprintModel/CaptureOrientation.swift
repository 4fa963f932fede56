// SPDX-License-Identifier: Apache-2.0

/// How the device is held, as who looks at its screen sees it. Frames are turned accordingly before a face is
/// looked for, so that previews, places and images are upright in every orientation.
///
/// Named for a camera beside the screen; one at the back sees left and right the other way round. The words
/// are stable.
public enum CaptureOrientation: String, Sendable, Hashable, Codable, CaseIterable {
  /// As the camera is built in: frames stay as they are.
  case portrait
  /// Its top is at the bottom: frames are turned by 180 degrees.
  case upsideDown = "upside-down"
  /// Its top points to the left: frames are turned by 90 degrees clockwise.
  case landscapeLeft = "landscape-left"
  /// Its top points to the right: frames are turned by 90 degrees counter-clockwise.
  case landscapeRight = "landscape-right"

  /// Whether a frame's width and height change places.
  public var swapsSides: Bool {
    switch self {
    case .portrait, .upsideDown: false
    case .landscapeLeft, .landscapeRight: true
    }
  }
}
