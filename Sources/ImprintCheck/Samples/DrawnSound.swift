// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// One channel of sound that checks lend to plugins: synthetic voices, and sounds without a voice.
struct DrawnSound: Sendable, Hashable {
  /// Sampling rate, in frames per second.
  let rate: Int
  /// Full scale is -1...1.
  var samples: [Float]
  /// A description for people.
  let what: String

  /// For people: "3000 ms of voice 2 at 16000 frames a second".
  var words: String { "\(samples.count * 1000 / rate) ms of \(what) at \(rate) frames per second" }

  /// Speech of a synthetic person; one per number, the same on every machine.
  static func person(_ number: Int, rate: Int, frames: Int) -> DrawnSound {
    var random = CheckRandom(seed: UInt64(number), check: "drawn-voice")
    return DrawnSound(
      rate: rate, samples: DrawnVoice(&random).samples(rate: rate, frames: frames, &random),
      what: "voice \(number)")
  }

  /// Silence.
  static func silence(rate: Int, frames: Int) -> DrawnSound {
    DrawnSound(rate: rate, samples: Array(repeating: 0, count: frames), what: "silence")
  }

  /// White noise.
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

/// A synthetic voice, generated from a few numbers: the same numbers give the same voice.
///
/// Glottal pulses pass through the resonators of a vocal tract that moves from vowel to vowel. That suffices
/// for an extractor based on pitch and spectrum. One trained on real speech may detect none in it, and
/// reports so by a status: checks of templates are then skipped, with that reason.
struct DrawnVoice: Sendable, Hashable {
  /// Fundamental frequency, in Hz.
  private let pitch: Double
  /// The factor on the table's formants: higher for a shorter tract.
  private let tract: Double
  /// Bandwidths of the first four formants, in Hz.
  private let widths: [Double]
  /// The open quotient: the fraction of a pulse with an open glottis.
  private let openness: Double
  /// Jitter: the maximum relative deviation of a pulse's length.
  private let jitter: Double
  /// Aspiration noise.
  private let breath: Double
  /// Syllables per second.
  private let pace: Double

  /// The first three formants of vowels, in Hz.
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

  /// An utterance: other random numbers give other vowels. Peaks at half of full scale.
  func samples(rate: Int, frames: Int, _ random: inout CheckRandom) -> [Float] {
    var glottis = Glottis(openness: openness)
    var mouth = Mouth(rate: Double(rate), widths: widths)
    var (from, to) = (Self.vowels[0], Self.vowels[1])
    // The tract is updated 200 times a second.
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
      // Every sixth syllable is a breath.
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

/// The derivative of the glottal flow, with a slow opening and fast closing phase (Rosenberg, 1971).
private struct Glottis {
  let openness: Double
  /// The phase of the current pulse, 0...1, and its relative length.
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

/// Cascaded resonators (Klatt, 1980).
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

  /// Formants at or above the Nyquist frequency are omitted.
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
