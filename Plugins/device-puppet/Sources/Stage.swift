// SPDX-License-Identifier: Apache-2.0
import CPuppet

/// What is before the camera at one moment.
struct Stage {
  var heads: [puppet_head] = []
  var sheets: [puppet_sheet] = []
  /// Of the lamps, against how they were.
  var lamps: Float = 1
  /// Something changed at once: it has not moved here from the last frame.
  var isCut = false
  /// A frame that takes the camera's place, RGB24.
  var injected: [UInt8]?
}

/// How somebody holds the head, and where. Degrees and millimetres, as in CPuppet.h.
struct Posture: Sendable {
  var x = 0.0
  var y = 0.0
  var distance = 500.0
  var yaw = 0.0
  var pitch = 0.0
  var roll = 0.0
  /// 0 closed ... 1 as open as in the photograph.
  var eyes = 1.0

  func head(_ puppet: Puppet) -> puppet_head {
    puppet_head(
      model: puppet.model, x: Float(x), y: Float(y), distance: Float(distance), yaw: Float(yaw),
      pitch: Float(pitch), roll: Float(roll), left_eye: Float(eyes), right_eye: Float(eyes), opacity: 1)
  }
}

extension puppet_head {
  func between(_ other: puppet_head, _ share: Float) -> puppet_head {
    var now = self
    now.x += share * (other.x - x)
    now.y += share * (other.y - y)
    now.distance += share * (other.distance - distance)
    now.yaw += share * (other.yaw - yaw)
    now.pitch += share * (other.pitch - pitch)
    now.roll += share * (other.roll - roll)
    now.left_eye += share * (other.left_eye - left_eye)
    now.right_eye += share * (other.right_eye - right_eye)
    return now
  }

  /// How many pixels its face goes to become another, roughly; `focal` is the focal length in pixels.
  func travel(to other: puppet_head, focal: Float) -> Float {
    // What turns lies within 100 mm of the axis: 1.7 mm a degree.
    let turned = max(abs(other.yaw - yaw), abs(other.pitch - pitch), abs(other.roll - roll)) * 1.7
    let moved = max(abs(other.x - x), abs(other.y - y), abs(other.distance - distance) / 4)
    return (turned + moved) * focal / max(distance, 100)
  }
}

extension puppet_sheet {
  func between(_ other: puppet_sheet, _ share: Float) -> puppet_sheet {
    var now = self
    now.x += share * (other.x - x)
    now.y += share * (other.y - y)
    now.distance += share * (other.distance - distance)
    now.yaw += share * (other.yaw - yaw)
    now.pitch += share * (other.pitch - pitch)
    now.roll += share * (other.roll - roll)
    if radius != 0, other.radius != 0 { now.radius += share * (other.radius - radius) }
    return now
  }

  func travel(to other: puppet_sheet, focal: Float) -> Float {
    let turned = max(abs(other.yaw - yaw), abs(other.pitch - pitch), abs(other.roll - roll)) * 1.7
    let moved = max(abs(other.x - x), abs(other.y - y), abs(other.distance - distance) / 4)
    return (turned + moved) * focal / max(distance, 50)
  }
}

extension Stage {
  /// The moments of an exposure that ends with this stage and lasts `share` of the time since `before`:
  /// as many as keep what moves from being seen twice.
  func exposure(since before: Stage?, share: Float, focal: Float) -> [Stage] {
    guard let before, !isCut, before.heads.count == heads.count, before.sheets.count == sheets.count else {
      return [self]
    }
    let travels =
      zip(before.heads, heads).map { $0.travel(to: $1, focal: focal) }
      + zip(before.sheets, sheets).map { $0.travel(to: $1, focal: focal) }
    let count = min(max(Int(((travels.max() ?? 0) * share / 1.3).rounded(.up)), 1), 4)
    guard count > 1 else { return [self] }
    return (0..<count).map { moment in
      let part = 1 - share * Float(count - 1 - moment) / Float(count)
      var stage = self
      stage.heads = zip(before.heads, heads).map { $0.between($1, part) }
      stage.sheets = zip(before.sheets, sheets).map { $0.between($1, part) }
      return stage
    }
  }
}
