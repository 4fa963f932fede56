// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// One channel of sound that checks lend to plugins: made-up voices, and what is no voice.
struct DrawnSound: Sendable, Hashable {
  /// Frames a second.
  let rate: Int
  /// Full scale is -1...1.
  var samples: [Float]
  /// What is to be heard, for people.
  let what: String

  /// For people: "3000 ms of voice 2 at 16000 frames a second".
  var words: String { "\(samples.count * 1000 / rate) ms of \(what) at \(rate) frames a second" }

  /// A made-up person who says something; each number is another one, the same everywhere.
  static func person(_ number: Int, rate: Int, frames: Int) -> DrawnSound {
    var random = CheckRandom(seed: UInt64(number), check: "drawn-voice")
    return DrawnSound(
      rate: rate, samples: DrawnVoice(&random).samples(rate: rate, frames: frames, &random),
      what: "voice \(number)")
  }

  /// Nothing is to be heard.
  static func silence(rate: Int, frames: Int) -> DrawnSound {
    DrawnSound(rate: rate, samples: Array(repeating: 0, count: frames), what: "silence")
  }

  /// Every sample by chance.
  static func noise(rate: Int, frames: Int, _ random: inout CheckRandom) -> DrawnSound {
    let samples = (0..<frames).map { _ in Float(random.unit() - 0.5) }
    return DrawnSound(rate: rate, samples: samples, what: "noise")
  }

  static func tone(rate: Int, frames: Int) -> DrawnSound {
    let step = 2 * Double.pi * 440 / Double(rate)
    let samples = (0..<frames).map { Float(0.5 * sin(step * Double($0))) }
    return DrawnSound(rate: rate, samples: samples, what: "a tone of 440 Hz")
  }
}

/// A voice that nobody has, made from a few numbers: the same numbers give the same voice.
///
/// Pulses of a glottis go through the resonators of a vocal tract that moves from vowel to vowel. That is
/// enough for an extractor that goes by pitch and spectrum. One that has learnt from people may well hear no
/// speech in it, and says so with a status: what is about templates is then skipped, with that reason.
struct DrawnVoice: Sendable, Hashable {
  /// Pulses a second.
  private let pitch: Double
  /// How much higher the resonances are than those of the table: a shorter tract.
  private let tract: Double
  /// Of the first four resonances, in Hz.
  private let widths: [Double]
  /// Of a pulse, the part in which the glottis is open.
  private let openness: Double
  /// By how much a pulse is too long or too short, at the most.
  private let jitter: Double
  /// Breath beside the pulses.
  private let breath: Double
  /// Syllables a second.
  private let pace: Double

  /// The first three resonances of vowels, in Hz.
  private static let vowels: [[Double]] = [
    [730, 1090, 2440], [530, 1840, 2480], [270, 2290, 3010], [570, 840, 2410], [300, 870, 2240],
    [490, 1350, 1690], [660, 1720, 2410],
  ]

  init(_ random: inout CheckRandom) {
    func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
    pitch = number(90, 240)
    tract = number(0.88, 1.18)
    widths = [number(50, 90), number(70, 120), number(110, 180), number(150, 260)]
    openness = number(0.45, 0.75)
    jitter = number(0.005, 0.02)
    breath = number(0.01, 0.06)
    pace = number(3.5, 5)
  }

  /// What is said: other random numbers, other vowels. Half of full scale at its loudest.
  func samples(rate: Int, frames: Int, _ random: inout CheckRandom) -> [Float] {
    var glottis = Glottis(openness: openness)
    var mouth = Mouth(rate: Double(rate), widths: widths)
    var (from, to) = (Self.vowels[0], Self.vowels[1])
    // The tract moves on 200 times a second.
    let step = max(1, rate / 200)
    let syllable = max(1, Int(Double(rate) / pace))
    var said: [Double] = []
    said.reserveCapacity(frames)
    for frame in 0..<frames {
      let part = Double(frame % syllable) / Double(syllable)
      if frame % syllable == 0 {
        (from, to) = (to, Self.vowels[Int.random(in: 0..<Self.vowels.count, using: &random)])
      }
      if frame % step == 0 {
        let way = min(1, part * 3)
        mouth.move(to: (0..<3).map { (from[$0] + (to[$0] - from[$0]) * way) * tract } + [3500 * tract])
      }
      // Each sixth syllable is a breath.
      let loudness = frame / syllable % 6 == 5 ? 0 : 0.15 + sin(Double.pi * part)
      let time = Double(frame) / Double(rate)
      let melody = pitch * (1 + 0.08 * sin(3.7 * time) - 0.02 * min(time, 5))
      let pulse = glottis.next(melody / Double(rate), jitter: jitter, &random)
      let source = loudness * (pulse + breath * (random.unit() - 0.5))
      said.append(mouth.next(source) + 1e-4 * (random.unit() - 0.5))
    }
    let peak = said.reduce(1e-9) { max($0, abs($1)) }
    return said.map { Float(0.5 * $0 / peak) }
  }
}

/// The flow of air through a glottis that opens slowly and closes fast, as its change from sample to sample
/// (Rosenberg, 1971).
private struct Glottis {
  let openness: Double
  /// Of the pulse that is under way, 0...1, and how much longer it is than it should be.
  private var phase = 0.0
  private var length = 1.0
  private var flow = 0.0

  init(openness: Double) { self.openness = openness }

  mutating func next(_ step: Double, jitter: Double, _ random: inout CheckRandom) -> Double {
    phase += step / length
    if phase >= 1 {
      phase -= 1
      length = 1 + jitter * (2 * random.unit() - 1)
    }
    let before = flow
    let (rise, fall) = (openness * 0.67, openness * 0.33)
    switch phase {
    case ..<rise: flow = 0.5 * (1 - cos(Double.pi * phase / rise))
    case ..<openness: flow = cos(Double.pi / 2 * (phase - rise) / fall)
    default: flow = 0
    }
    return flow - before
  }
}

/// Resonators one behind the other (Klatt, 1980).
private struct Mouth {
  private struct Resonator {
    let width: Double
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var last = 0.0
    var before = 0.0
  }

  let rate: Double
  private var resonators: [Resonator]

  init(rate: Double, widths: [Double]) {
    self.rate = rate
    resonators = widths.map { Resonator(width: $0) }
  }

  /// Resonances at or above what the rate can hold are left out.
  mutating func move(to frequencies: [Double]) {
    for index in resonators.indices {
      let frequency = frequencies[index]
      guard frequency < 0.45 * rate else {
        (resonators[index].a, resonators[index].b, resonators[index].c) = (1, 0, 0)
        continue
      }
      let radius = exp(-Double.pi * resonators[index].width / rate)
      let (b, c) = (2 * radius * cos(2 * Double.pi * frequency / rate), -radius * radius)
      (resonators[index].a, resonators[index].b, resonators[index].c) = (1 - b - c, b, c)
    }
  }

  mutating func next(_ source: Double) -> Double {
    var value = source
    for index in resonators.indices {
      let it = resonators[index]
      value = it.a * value + it.b * it.last + it.c * it.before
      (resonators[index].before, resonators[index].last) = (it.last, value)
    }
    return value
  }
}
