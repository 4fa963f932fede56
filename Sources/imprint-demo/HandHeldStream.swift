// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// Turns a photograph into a camera's stream: a 4:3 window that wanders over it as a hand-held camera would,
/// 640×480 JPEG frames in a folder, which the replay camera plays.
struct HandHeldStream {
  let folder: String

  /// Frames a stream has: three seconds at 25 a second.
  static let frames = 75
  private static let width = 640
  private static let height = 480
  /// How far the window wanders, as a share of its width: about the tremor of a hand.
  private static let sway: Float = 0.006

  init(of photograph: Image, in folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for index in 0..<Self.frames {
      let window = Self.window(over: photograph, frame: index)
      let frame = try photograph.cropped(to: window).scaled(toWidth: Self.width, height: Self.height)
      let name = String(format: "%04d.jpg", index)
      try Data(ImageEncoder.jpeg(frame, quality: 90)).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
  }

  /// The largest 4:3 window with room to wander, at the top of the picture, where the head is.
  private static func window(over image: Image, frame: Int) -> Rectangle {
    let room = 1 + 4 * sway
    let width = min(Float(image.width), Float(image.height) * 4 / 3) / room
    let height = width * 3 / 4
    let time = Float(frame) / 25
    // Two slow tremors that never meet the same way twice within the stream.
    let x = (Float(image.width) - width) / 2 + width * sway * sin(2 * .pi * 0.7 * time)
    let y = width * sway * (1 + sin(2 * .pi * 0.9 * time + 1))
    return Rectangle(x: x.rounded(), y: y.rounded(), width: width.rounded(.down), height: height.rounded(.down))
  }
}
