// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintRuntime

/// Sound as a recogniser or another engine takes it: one channel, the mean of all, at another rate, full
/// scale being -1 to 1. Piece by piece: what it gives, one after the other, is the same however the sound is
/// cut.
///
/// ```swift
/// var resampler = try SpeechResampler(from: clip.rate, channels: clip.channels, to: 16_000)
/// var speech = try resampler.add(clip.samples)
/// speech += resampler.finish()
/// ```
///
/// What is below 0.9 of half the lower rate keeps its level within 0.1 dB, half of it has 6 dB less, and what
/// is above 1.1 of it at least 43 dB less.
///
/// For one task at a time.
public struct SpeechResampler: Sendable {
  /// Frames a second that the sound may have. Of fewer than 4,000 nothing above 2 kHz is left, without which
  /// few words are understood; and little sound would become much.
  public static let rates = 4000...AudioFormat.maximumRate
  /// Frames a second that it may be made of: those that recognisers take, and lower ones. So a frame becomes
  /// 12 at most.
  public static let targets = 4000...48_000

  /// What a sample may be at most, of full scale: sums of larger ones may be no numbers.
  private static let loudest: Float = 1e6
  /// Weights that are kept, of all phases: 1 MiB.
  private static let mostWeights = 1 << 18

  private let rate: Int
  private let channels: Int
  private let target: Int
  /// Of the input's band so much stays.
  private let band: Double
  /// Frames to each side that an output frame is made of.
  private let reach: Int
  /// A frame of the output is `step / phases` frames of the input.
  private let step: Int
  private let phases: Int
  /// Of each phase; empty where they are so many that each frame's are made for it.
  private let weights: [[Float]]

  /// Sound that is still needed.
  private var held: [Float] = []
  /// The next output frame's place in it, and the fraction of a frame after that, in phases.
  private var middle = 0
  private var phase = 0

  /// - Parameters:
  ///   - rate: of the sound, in frames a second: ``rates``.
  ///   - channels: of the sound, 1...``AudioFormat/maximumChannels``.
  ///   - target: what it is made of, in frames a second: ``targets``.
  /// - Throws: ``AudioError`` `unsupported` for a rate of the sound, `argument` for anything else outside of
  ///   its range.
  public init(from rate: Int, channels: Int = 1, to target: Int) throws(AudioError) {
    guard Self.rates.contains(rate) else {
      throw AudioError(
        .unsupported, place: "sound",
        reason: "it has \(rate) frames a second, and speech needs "
          + "\(Self.rates.lowerBound) to \(Self.rates.upperBound).",
        remedy: "Record it with 16000 frames a second.")
    }
    guard Self.targets.contains(target), (1...AudioFormat.maximumChannels).contains(channels) else {
      throw AudioError(
        .argument, place: "resampling",
        reason: "\(target) frames a second of \(channels) channels cannot be made.",
        remedy: "Give \(Self.targets.lowerBound) to \(Self.targets.upperBound) frames a second, "
          + "and 1 to \(AudioFormat.maximumChannels) channels.")
    }
    (self.rate, self.channels, self.target) = (rate, channels, target)
    let band = min(1, Double(target) / Double(rate))
    let reach = Int((16 / band).rounded(.up))
    let common = Self.gcd(rate, target)
    let phases = target / common
    (self.band, self.reach, self.phases, step) = (band, reach, phases, rate / common)
    weights =
      rate == target || phases > Self.mostWeights / (2 * reach + 1)
      ? [] : (0..<phases).map { Self.weights($0, of: phases, reach, band) }
  }

  /// Adds sound.
  /// - Parameter samples: any number of whole frames.
  /// - Returns: what is complete by now, which is behind by 16 frames of the lower rate.
  /// - Throws: ``AudioError`` `damaged` for a sample that is no number, or larger than a million times full
  ///   scale; `argument` for a frame that is not whole. Nothing was added then.
  /// - Complexity: O(32 × the frames that are added or become of them, whichever are more). Where the two
  ///   rates have so few divisors in common that weights are computed for each frame, ten times as long:
  ///   44,100 and 48,000 have enough.
  public mutating func add(_ samples: AudioSamples) throws(AudioError) -> [Float] {
    guard samples.count.isMultiple(of: channels) else {
      throw AudioError(
        .argument, place: "resampling", reason: "\(samples.count) samples are no frames of \(channels).",
        remedy: "Give whole frames.")
    }
    guard samples.areAtMost(Self.loudest) else {
      throw AudioError(
        .damaged, place: "sound", reason: "a sample is no number, or is too large for one.",
        remedy: "Take a copy that was not changed.")
    }
    let mono = samples.mixed(channels)
    guard rate != target else { return mono }
    held += mono
    return made { middle, held, reach in middle + reach < held }
  }

  /// Ends the sound, and begins anew.
  /// - Returns: the rest. In all it gave `frames × target / rate`, rounded up.
  public mutating func finish() -> [Float] {
    let rest = made { middle, held, _ in middle < held }
    (held, middle, phase) = ([], 0, 0)
    return rest
  }

  /// - Parameter isDue: whether the next frame can be made: its place, and how much sound there is.
  private mutating func made(while isDue: (_ middle: Int, _ held: Int, _ reach: Int) -> Bool) -> [Float] {
    var made: [Float] = []
    while isDue(middle, held.count, reach) {
      let own = weights.isEmpty ? Self.weights(phase, of: phases, reach, band) : weights[phase]
      var sum: Float = 0
      for place in max(0, middle - reach)...min(held.count - 1, middle + reach) {
        sum += own[place - middle + reach] * held[place]
      }
      made.append(sum)
      phase += step
      middle += phase / phases
      phase %= phases
    }
    let past = min(max(0, middle - reach), held.count)
    held.removeFirst(past)
    middle -= past
    return made
  }

  /// A sinc of 16 zero crossings to each side, in a Hann window.
  private static func weights(_ phase: Int, of phases: Int, _ reach: Int, _ band: Double) -> [Float] {
    (-reach...reach).map { offset in
      let distance = Double(offset) - Double(phase) / Double(phases)
      guard abs(distance) <= Double(reach) else { return 0 }
      let turn = Double.pi * distance
      let sinc = distance == 0 ? band : sin(band * turn) / turn
      return Float(sinc * (0.5 + 0.5 * cos(turn / Double(reach))))
    }
  }

  private static func gcd(_ first: Int, _ second: Int) -> Int {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}

extension AudioSamples {
  /// Whether all are numbers, and none is larger.
  fileprivate func areAtMost(_ loudest: Float) -> Bool {
    guard case .float32(let samples) = self else { return true }
    return samples.allSatisfy { $0.magnitude <= loudest }
  }

  /// The mean of all channels; there are whole frames.
  fileprivate func mixed(_ channels: Int) -> [Float] {
    let scaled = scaled
    guard channels > 1 else { return scaled }
    return (0..<scaled.count / channels).map { frame in
      scaled[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
    }
  }
}
