// SPDX-License-Identifier: Apache-2.0
import CPuppet

@testable import ImprintPuppet

/// Points in a photograph of a few pixels, which become a head, and a frame of it and of the photograph on a
/// screen. The first points' numbers also say how that is held.
private func render(_ bytes: ArraySlice<UInt8>) {
  let side = 24
  var numbers = [Float](repeating: 12, count: 3 + 3 * 468)
  for index in numbers.indices where 4 * index + 3 < bytes.count {
    let start = bytes.startIndex + 4 * index
    let bits = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // Half of them wild, the others where points lie.
    numbers[index] = bits & 1 == 0 ? Float(bitPattern: bits) : Float(bits % 4096) / 128 - 4
  }
  let pixels = [UInt8](repeating: 120, count: 3 * side * side)
  var model: OpaquePointer?
  let status = numbers.withUnsafeBufferPointer { numbers in
    guard let start = numbers.baseAddress else { return Int32(PUPPET_E_ARGUMENT) }
    return puppet_model_create(pixels, UInt32(side), UInt32(side), 3 * side, start + 3, start, &model)
  }
  guard status == PUPPET_OK, let model else { return }
  defer { puppet_model_destroy(model) }
  var renderer: OpaquePointer?
  guard puppet_renderer_create(32, 24, 0.94, 1, &renderer) == PUPPET_OK, let renderer else { return }
  defer { puppet_renderer_destroy(renderer) }
  var scene = puppet_scene()
  scene.light.ambient = (1, 1, 1)
  var sensor = puppet_sensor(exposure: 1, blur: 0.6, noise: 2, seed: 1)
  var frame = [UInt8](repeating: 0, count: 3 * 32 * 24)
  var head = puppet_head(
    model: model, x: 0, y: 0, distance: 500, yaw: numbers[3], pitch: numbers[4], roll: numbers[5],
    left_eye: 0, right_eye: 0.5, opacity: 1)
  var sheet = puppet_sheet(
    texture: puppet_model_photo(model), kind: UInt32(PUPPET_SHEET_SCREEN), x: numbers[6], y: numbers[7],
    distance: numbers[8], yaw: numbers[9], pitch: numbers[10], roll: numbers[11], width: numbers[12],
    height: numbers[13], margin: numbers[14], radius: numbers[15], upright_axis: 1, brightness: numbers[16],
    pitch_mm: numbers[17], moire: numbers[18], gloss: numbers[19], flicker: numbers[20],
    flicker_cycles: numbers[21], flicker_phase: numbers[22])
  withUnsafePointer(to: &head) { head in
    withUnsafePointer(to: &sheet) { sheet in
      (scene.heads, scene.head_count) = (head, 1)
      (scene.sheets, scene.sheet_count) = (sheet, 1)
      precondition(puppet_render(renderer, &scene, 1, &sensor, &frame, 3 * 32) == PUPPET_OK)
    }
  }
}

/// The same file by both readers.
private func read(_ bytes: [UInt8]) {
  var model: OpaquePointer?
  let status = puppet_model_read(bytes, bytes.count, &model)
  puppet_model_destroy(model)
  let file = try? PuppetFormat.decode(bytes, place: "fuzz")
  precondition((status == PUPPET_OK) == (file != nil))
  if let file { precondition(PuppetFormat.encode(file) == bytes) }
}

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzPuppet(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let kind = bytes.first else { return 0 }
  let rest = bytes.dropFirst()
  switch kind {
  case 0: render(rest)
  // With the checksum set right, so that what lies behind it is reached.
  case 1:
    let sum = PuppetFormat.checksum(rest)
    read(Array(rest) + withUnsafeBytes(of: sum.littleEndian) { Array($0) })
  default: read(Array(rest))
  }
  return 0
}
