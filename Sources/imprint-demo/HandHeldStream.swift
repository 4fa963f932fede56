// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// Turns a photograph into a camera stream: a portrait window around the head that moves like a hand-held
/// camera, as 480×640 JPEG frames in a folder, which the replay camera plays.
struct HandHeldStream {
  let folder: String

  /// Frames in a stream: two seconds at 25 frames per second.
  static let frames = 50
  private static let width = 480
  private static let height = 640
  /// Width of the window in widths of the face: as close as one holds a phone.
  private static let faces: Float = 2.6
  /// How far the window moves, as a fraction of its width: about the tremor of a hand.
  private static let sway: Float = 0.006

  /// - Parameter head: where the face is in the photograph.
  init(of photograph: Image, head: Rectangle, in folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let still = Self.window(over: photograph, head: head)
    for index in 0..<Self.frames {
      let time = Float(index) / 25
      // Two slow oscillations whose phases never repeat within the stream.
      let window = Rectangle(
        x: (still.x + still.width * Self.sway * sin(2 * .pi * 0.7 * time)).rounded(),
        y: (still.y + still.width * Self.sway * sin(2 * .pi * 0.9 * time + 1)).rounded(),
        width: still.width, height: still.height)
      let frame = try photograph.cropped(to: window).scaled(width: Self.width, height: Self.height)
      let file = String(format: "%@/%04d.jpg", folder, index)
      try Data(ImageEncoder.jpeg(frame, quality: 90)).write(to: URL(fileURLWithPath: file))
    }
  }

  /// The window at rest: 3:4, the head a little above its middle, with room to move inside the photograph.
  private static func window(over image: Image, head: Rectangle) -> Rectangle {
    let room = 1 + 4 * sway
    let width = min(head.width * faces, Float(image.width) / room, Float(image.height) * 3 / 4 / room)
      .rounded(.down)
    let height = (width * 4 / 3).rounded(.down)
    let margin = (width * 2 * sway).rounded(.up)
    return Rectangle(
      x: (head.center.x - width / 2).clamped(margin, Float(image.width) - width - margin),
      y: (head.center.y - height * 0.45).clamped(margin, Float(image.height) - height - margin),
      width: width, height: height)
  }
}

extension Float {
  /// Clamps to the range; the lower bound wins where the bounds cross.
  fileprivate func clamped(_ low: Float, _ high: Float) -> Float {
    Swift.max(low, Swift.min(self, high))
  }
}
