// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import ImprintModel
import Synchronization

@testable import ImprintVoice

/// An utterance of somebody who does not exist: the voice is an angle in degrees, the words are a number, and
/// the rest is noise that is another one in each take.
struct FakeUtterance {
  var angle: Double
  var words = 1
  var take: UInt64
  var fault: Fault = .none
  var seconds = 0.65

  enum Fault: Int {
    case none, noisy, quiet, clipped, short, unsuitable
  }

  var clip: AudioClip {
    var state = take &* 0x9E37_79B9_7F4A_7C15 | 1
    var samples: [Float] = [Float(angle / 1000), Float(words) / 1000, Float(fault.rawValue) / 1000]
    for _ in 0..<Int(seconds * 16_000) {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      samples.append(Float(Double(state >> 11) / Double(UInt64(1) << 53) - 0.5))
    }
    guard let clip = AudioClip(rate: 16_000, channels: 1, samples: .float32(samples)) else { fatalError() }
    return clip
  }
}

/// Who speaks, or what is said, in a ``FakeUtterance``. Angles are compared, and fused to their mean.
struct FakeAlgorithm: VoiceAlgorithm {
  let isOfWords: Bool
  var name: String?
  var rate = 16_000
  var longest = 240_000
  /// How many samples a fused template says it is of; `nil`: as many as it is of.
  var fusedSamples: Int?
  /// References of more samples have no scores.
  var mostCalibrated = Int.max

  static let algorithms = VoiceAlgorithms(
    voice: FakeAlgorithm(isOfWords: false), words: FakeAlgorithm(isOfWords: true))

  var frames: ClosedRange<Int> { 4800...longest }
  var format: String { name ?? (isOfWords ? "imprint.test-words" : "imprint.test-voice") }

  func measure(_ samples: [Float]) async throws(VoiceError) -> SoundFacts {
    var facts = SoundFacts(speech: .seconds(1), level: -20, signalToNoise: 40, clipped: 0)
    switch FakeUtterance.Fault(rawValue: Int((samples[2] * 1000).rounded())) {
    case .noisy: facts.signalToNoise = 5
    case .quiet: facts.level = -80
    case .clipped: facts.clipped = 0.2
    case .short: facts.speech = .milliseconds(100)
    default: break
    }
    return facts
  }

  func template(of samples: [Float], created: Int64) async throws(VoiceError) -> Template? {
    guard samples[2] * 1000 < 4.5 else { return nil }
    return Self.template(isOfWords ? samples[1] : samples[0], format, samples: 1)
  }

  func resemblance(
    of probe: Template, to reference: Template, in unit: VoiceLimits.Unit
  ) async throws(VoiceError) -> VoiceResemblance {
    guard reference.samples <= mostCalibrated else {
      throw VoiceError(.notCalibrated, place: "test", reason: "it is of too many.", remedy: "none")
    }
    let apart = Double(abs(Self.value(probe) - Self.value(reference)) * 1000)
    guard isOfWords else { return VoiceResemblance(max(0, 1 - apart / 90), isOtherWords: apart >= 90) }
    return VoiceResemblance(apart < 0.5 ? 0.6 : -1, isOtherWords: apart >= 0.5)
  }

  func fuse(_ templates: [Template]) async throws(VoiceError) -> Template? {
    let values = templates.map(Self.value)
    guard let least = values.min(), let most = values.max(), (most - least) * 1000 < (isOfWords ? 0.5 : 60)
    else { return nil }
    let samples = templates.reduce(0) { $0 + $1.samples }
    let sum = zip(values, templates).reduce(Float.zero) { $0 + $1.0 * Float($1.1.samples) }
    return Self.template(sum / Float(samples), format, samples: fusedSamples ?? samples)
  }

  /// The angle of a template, or the number of its words.
  static func value(_ template: Template) -> Float {
    template.payload.withUnsafeBytes { Float(bitPattern: $0.loadUnaligned(as: UInt32.self)) }
  }

  private static func template(_ value: Float, _ format: String, samples: Int) -> Template? {
    TemplateFormat(algorithm: format, version: 1).flatMap {
      Template(
        format: $0, modality: .voice, site: .voice, quality: nil, samples: samples,
        payload: withUnsafeBytes(of: value.bitPattern) { Array($0) })
    }
  }
}

/// Counts calls.
final class FakeCounter: Sendable {
  private let count = Mutex(0)

  /// How many there were before.
  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

/// A clock that goes when the test says so.
final class FakeClock: VoiceClock {
  private let time = Mutex<Int64>(1_795_000_000_000)

  func now() -> Int64 { time.withLock { $0 } }

  func run(minutes: Int64) { time.withLock { $0 += minutes * 60_000 } }
}

/// Understands the digits that the test says.
final class FakeRecognizer: VoiceDigitRecognizer {
  private let understood = Mutex("")

  func understands(_ digits: String) { understood.withLock { $0 = digits } }

  func digits(in samples: [Float], rate: Int, count: Int) async throws -> String {
    understood.withLock { $0 }
  }
}
