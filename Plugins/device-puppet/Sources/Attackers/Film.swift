// SPDX-License-Identifier: Apache-2.0
import CPuppet
import ImprintPluginKit

/// A video of somebody: filmed in a room of its own, and played on a display, or in the camera's place.
final class Film {
  private let camera: RoomCamera
  private let picture: PlayedPicture
  private let sheet: HeldSheet
  private let display: Display
  private let isInjected: Bool
  private var number: UInt64 = 0

  init(_ troupe: Troupe) throws(PluginFailure) {
    let randomness = troupe.randomness.stream("film")
    camera = try RoomCamera(width: troupe.width, height: troupe.height, randomness: randomness)
    picture = try PlayedPicture(width: troupe.width, height: troupe.height)
    display = Display(troupe.randomness)
    isInjected = troupe.locator.showing == .frame
    // A frame of the film in which the head is at its usual distance shows so many millimetres.
    let width = 500 / camera.focal * Float(troupe.width)
    let height = width * Float(troupe.height) / Float(troupe.width)
    sheet = HeldSheet(
      Puppet.Photograph(
        texture: picture.texture,
        size: puppet_photo(width: width, height: height, eyes_x: 0, eyes_y: -25), owner: picture),
      troupe.randomness,
      sizes: 0.5...0.9, steadiness: 0.6)
  }

  /// Films one moment and plays it at once; `color` is what the screen before the filmed person showed then.
  func stage(_ filmed: Stage, at time: Double, color: UInt32 = 0) throws(PluginFailure) -> Stage {
    let pixels = try camera.frame(filmed, number: number, at: time, color: color)
    number += 1
    if isInjected { return Stage(injected: pixels) }
    picture.show(pixels)
    return Stage(sheets: [sheet.sheet(at: time, moved: HeldSheet.still).shown(on: display, at: time)])
  }
}
