// SPDX-License-Identifier: Apache-2.0
import CPuppet
import ImprintPluginKit

/// The camera in its room: makes a frame of what is before it.
final class RoomCamera {
  let width: Int
  let height: Int
  /// Pixels.
  let focal: Float
  private let renderer: OpaquePointer
  private let lighting: Lighting
  private let noise: Float
  private let blur: Float
  /// The share of a frame's time that the shutter is open.
  private let shutter: Float
  private let seed: UInt64
  /// Of a camera that is held in the hand; in thousandths of the frame's width.
  private let hand: Sway?
  private var last: Stage?

  /// In widths of the frame: 56 degrees, as a laptop's.
  private static let focalLength: Float = 0.94

  init(
    width: Int, height: Int, randomness: Randomness, mount: PuppetLocator.Mount = .fixed
  ) throws(PluginFailure) {
    var random = randomness.stream("camera")
    var renderer: OpaquePointer?
    seed = random.next()
    let status = puppet_renderer_create(
      UInt32(width), UInt32(height), RoomCamera.focalLength, random.next(), &renderer)
    guard status == PUPPET_OK, let renderer else {
      throw PluginFailure(.memory, "There is not enough memory for frames of \(width) × \(height).")
    }
    self.renderer = renderer
    self.width = width
    self.height = height
    focal = RoomCamera.focalLength * Float(width)
    lighting = Lighting(randomness)
    noise = Float(random.number(1.5...3.2))
    blur = Float(random.number(0.45...0.8))
    shutter = Float(random.number(0.25...0.6))
    let unsteadiness = random.number(4...11)
    let sizes = [unsteadiness, unsteadiness * 0.8, 0, 0, 0, 0]
    hand = mount == .held ? Sway(sizes, frequencies: Sway.tremor, &random) : nil
  }

  deinit { puppet_renderer_destroy(renderer) }

  /// - Returns: RGB24.
  func frame(_ stage: Stage, number: UInt64, at time: Double, color: UInt32) throws(PluginFailure) -> [UInt8]
  {
    defer { last = stage }
    if let injected = stage.injected { return injected }
    let moments = stage.exposure(since: last, share: shutter, focal: focal)
    let light = lighting.light(at: time, lamps: stage.lamps, color: color)
    let heads = moments.flatMap(\.heads)
    let sheets = moments.flatMap(\.sheets)
    var shift = Posture()
    hand?.move(&shift, at: time, by: Double(width) / 1000)
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    let status = heads.withUnsafeBufferPointer { heads in
      sheets.withUnsafeBufferPointer { sheets in
        let scenes = moments.indices.map { index in
          puppet_scene(
            heads: heads.baseAddress.map { $0 + index * stage.heads.count }, head_count: stage.heads.count,
            sheets: sheets.baseAddress.map { $0 + index * stage.sheets.count },
            sheet_count: stage.sheets.count, light: light, shift_x: Float(shift.x),
            shift_y: Float(shift.y))
        }
        var sensor = puppet_sensor(exposure: 1, blur: blur, noise: noise, seed: seed &+ number)
        return pixels.withUnsafeMutableBufferPointer {
          puppet_render(renderer, scenes, scenes.count, &sensor, $0.baseAddress, 3 * width)
        }
      }
    }
    guard status == PUPPET_OK else { throw PluginFailure(.memory, "There is not enough memory for a frame.") }
    return pixels
  }
}
