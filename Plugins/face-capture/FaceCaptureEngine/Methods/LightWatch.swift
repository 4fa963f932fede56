// SPDX-License-Identifier: Apache-2.0
import CFaceLiveness
import ImprintPluginKit

/// Whether the face answers the colours that the screen is lit in: an image that is taken now does, in the
/// order that the seed drew; a video that is played into the camera's place, or was taken before, does not.
///
/// It does not tell a head from a print, which reflects light as well. It costs four seconds of the person's
/// time and 0.13 ms of each frame in them. It cannot look where the picture is grey or the face fills it, and
/// where nothing answers: the camera's exposure hides how bright the room is, so a flat answer never proves a
/// fake.
struct LightWatch {
  struct Limits {
    /// The part of the changes of colour that answer what was shown, in natural logarithms for a pure colour.
    let gain: Float
    /// Of what was seen with what was shown, −1...1.
    let correlation: Float
    /// Changes as large as this, in the same unit, are an answer to something else where their correlation
    /// with what was shown is no farther from 0 than that, and the head was held still. A negative one is no
    /// such answer: the screen may be all that lights a dark wall behind a face in the light of a lamp.
    let strange: (size: Float, correlation: Float)
  }

  private let colors: [UInt32]
  private let limits: Limits
  private var current = 0
  /// When the current colour, or the dark after the last, was asked for.
  private var since: UInt64 = 0
  /// Frames of the current colour, and what was measured in them.
  private var looks = 0
  private var measured: [imp_reflection] = []
  /// The means of those that are over; `nil` where too little was measured.
  private var answers: [imp_reflection?] = []
  /// Of the head's yaw and pitch, degrees.
  private var poses: [(yaw: Float, pitch: Float)] = []
  /// The screen is dark again, and no colour is seen any more.
  private(set) var isOver = false

  /// Degrees within which a head is held still: one that turns shows other shades of itself.
  private static let stillness: Float = 8

  init(colors: [UInt32], limits: Limits) {
    self.colors = colors
    self.limits = limits
  }

  mutating func begin(now: UInt64) -> [CaptureEvent] {
    since = now
    return colors.first.map { [.light($0)] } ?? []
  }

  /// 0...1
  var share: Float { Float(current) / Float(max(colors.count, 1)) }

  /// - Returns: the next colour, where its turn has come.
  mutating func frame(_ face: Face, image: ImageView, now: UInt64) -> [CaptureEvent] {
    guard now - since >= LightSequence.settling else { return [] }
    guard current < colors.count else {
      isOver = true
      return []
    }
    if let seen = image.reflection(of: face) { measured.append(seen) }
    poses.append((face.yaw, face.pitch))
    looks += 1
    let isEnough = looks >= LightSequence.frames
    guard now - since >= (isEnough ? LightSequence.stay : LightSequence.longest) else { return [] }
    answers.append(measured.count >= LightSequence.frames ? Self.mean(measured) : nil)
    (looks, measured, since) = (0, [], now)
    current += 1
    return [.light(current < colors.count ? colors[current] : LightSequence.dark)]
  }

  /// From one colour to the next, so that what changes slowly cancels: a head that moves, clouds.
  var finding: Finding {
    let nothing = Finding.nothing(.light, limit: limits.gain)
    guard answers.count == colors.count, !answers.contains(where: { $0 == nil }) else { return nothing }
    let seen = Self.changes(answers.compactMap(\.self))
    let shown = Self.changes(colors.map(Self.expected))
    let (both, own, asked) = (Self.sum(seen, shown), Self.sum(seen, seen), Self.sum(shown, shown))
    guard asked > 0, own > 0 else { return nothing }
    let (gain, size) = (both / asked, (own / asked).squareRoot())
    let correlation = both / (own * asked).squareRoot()
    let verdict: CaptureEvent.Liveness =
      if gain >= limits.gain && correlation >= limits.correlation {
        .live
      } else if isStill && size >= limits.strange.size && abs(correlation) <= limits.strange.correlation {
        .fake
      } else {
        .noDecision
      }
    return Finding(method: .light, verdict: verdict, measure: gain, limit: limits.gain)
  }

  private var isStill: Bool {
    Self.range(poses.map(\.yaw)) <= Self.stillness && Self.range(poses.map(\.pitch)) <= Self.stillness
  }

  private static func range(_ values: [Float]) -> Float { (values.max() ?? 0) - (values.min() ?? 0) }

  /// Of a face that a weak light of this colour falls on, for each unit of it.
  private static func expected(_ color: UInt32) -> imp_reflection {
    let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
    return imp_reflection(
      red: (Float(red) - Float(green)) / 255, blue: (Float(blue) - Float(green)) / 255)
  }

  private static func mean(_ values: [imp_reflection]) -> imp_reflection {
    let count = Float(values.count)
    return imp_reflection(
      red: values.reduce(0) { $0 + $1.red } / count, blue: values.reduce(0) { $0 + $1.blue } / count)
  }

  private static func changes(_ values: [imp_reflection]) -> [imp_reflection] {
    zip(values, values.dropFirst()).map { imp_reflection(red: $1.red - $0.red, blue: $1.blue - $0.blue) }
  }

  private static func sum(_ first: [imp_reflection], _ second: [imp_reflection]) -> Float {
    zip(first, second).reduce(0) { $0 + $1.0.red * $1.1.red + $1.0.blue * $1.1.blue }
  }
}

extension ImageView {
  /// `nil` where the picture does not tell.
  func reflection(of face: Face) -> imp_reflection? {
    var found = imp_reflection()
    let status = withImage { imp_light_measure($0, face.box, &found) }
    return status == IMP_OK ? found : nil
  }
}
