// SPDX-License-Identifier: Apache-2.0
import CPuppet
import Testing

/// What the renderer makes of light that no room has.
@Suite struct RendererLightTests {
  private static let (width, height) = (64, 48)

  /// One frame of an empty room, by a camera that lets an eighth of the light in.
  private func frame(_ light: puppet_light) throws -> [UInt8] {
    var made: OpaquePointer?
    try #require(puppet_renderer_create(UInt32(Self.width), UInt32(Self.height), 0.94, 1, &made) == PUPPET_OK)
    let renderer = try #require(made)
    defer { puppet_renderer_destroy(renderer) }
    var scene = puppet_scene()
    scene.light = light
    var sensor = puppet_sensor(exposure: 0.125, blur: 0, noise: 0, seed: 1)
    var pixels = [UInt8](repeating: 0, count: 3 * Self.width * Self.height)
    try #require(puppet_render(renderer, &scene, 1, &sensor, &pixels, 3 * Self.width) == PUPPET_OK)
    return pixels
  }

  @Test func theBrightestLightMakesNothingDarker() throws {
    var dim = puppet_light()
    dim.ambient = (1, 1, 1)
    var bright = puppet_light()
    bright.ambient = (4, 4, 4)
    bright.screen = (1, 1, 1)
    bright.strength = 10
    // The lamps at their brightest in every row.
    bright.flicker = 1
    bright.flicker_phase = 0.25
    let pairs = zip(try frame(dim), try frame(bright))
    #expect(pairs.allSatisfy { $0 <= $1 })
    #expect(pairs.contains { $0 < $1 })
  }

  @Test func numbersThatAreNoneGiveAFrame() throws {
    var none = puppet_light()
    none.ambient = (.nan, .infinity, -.infinity)
    none.directed = .nan
    none.direction = (.nan, .infinity, 0)
    none.screen = (.nan, -1, .infinity)
    none.strength = .infinity
    none.flicker = .nan
    none.flicker_cycles = .infinity
    none.flicker_phase = .nan
    let pixels = try frame(none)
    // Green is as bright as can be, red and blue have the screen's light alone.
    #expect(pixels.indices.allSatisfy { $0 % 3 == 1 || pixels[$0] <= pixels[$0 / 3 * 3 + 1] })
  }
}
