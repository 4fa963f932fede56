// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// Mean and spread of a voice's level in each of 16 bands.
///
/// A class, so that it can be overwritten when it goes: the memory is reused.
final class Bands {
  static let rate = 16000
  static let count = 16

  /// Of samples: 2 ms, which tell bands of 500 Hz apart, and no more.
  private static let piece = 32
  /// Of samples: 32 ms, which are loud or quiet as a whole.
  private static let frame = 512
  /// So many milliseconds have to be loud enough, at least.
  private static let speech = 300
  /// A frame's energy, where it is just loud enough: a 256th of full scale.
  private static let loudEnough = 128 * 128 * frame

  /// Of each band, of the levels of all frames that are loud enough.
  private var sums = [Int](repeating: 0, count: count)
  /// The same of their squares.
  private var squares = [Int](repeating: 0, count: count)
  private var frames = 0
  /// Of those frames, together.
  private var energy = 0
  /// How many samples are at full scale.
  private var clipped = 0
  private let samples: Int

  /// Processes all of the sound. What is left after the last whole frame is left out.
  init(_ sound: Span<Float>) {
    samples = sound.count
    for index in sound.indices where abs(Self.whole(sound[index])) >= 32767 { clipped += 1 }
    var frame = [Int](repeating: 0, count: Self.frame)
    for start in stride(from: 0, through: samples - Self.frame, by: Self.frame) {
      for index in 0..<Self.frame { frame[index] = Self.whole(sound[start + index]) }
      hear(&frame)
    }
  }

  deinit {
    // Not memset: the compiler may leave out writing what nobody reads.
    sums.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } }
    squares.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } }
  }

  /// - Throws: `.quality` where a voice cannot be told from it.
  func checkQuality() throws(PluginFailure) {
    guard clipped * 100 <= samples else {
      throw PluginFailure(
        .quality, "It is clipped: \(clipped) of \(samples) samples are at full scale; lower the gain.")
    }
    guard heard >= Self.speech else {
      throw PluginFailure(
        .quality, "Too little speech: \(heard) ms are loud enough, \(Self.speech) are needed; speak up.")
    }
  }

  /// How much was loud enough, in milliseconds.
  private var heard: Int { frames * Self.frame * 1000 / Self.rate }

  /// What an application is told of the sound. Noise is not measured, and what is not there has no level.
  var facts: VoiceFacts {
    let square = Double(energy) / Double(max(frames, 1) * Self.frame) / (32768 * 32768)
    return VoiceFacts(
      speechMilliseconds: UInt32(heard),
      // 0 dBFS is a sine of full scale, whose square is 1/2.
      level: frames > 0 ? Float(10 * log10(2 * square)) : nil,
      clipped: Float(Double(clipped) / Double(samples)))
  }

  /// Of a voice whose quality was checked: magic, then the mean level of each band, less the
  /// mean of all, then the standard deviation of each band's level. Signed bytes of eighths: 8 is twice the
  /// energy. The one copy there is, which the kit overwrites once the host has it.
  var template: [UInt8] {
    var template = Facts.templateMagic
    template.reserveCapacity(Facts.templateBytes)
    // How loud all of it is says nothing of whose voice it is.
    let all = sums.reduce(0, +) / (frames * Self.count)
    for sum in sums { template.append(Self.eighths(sum / frames - all)) }
    for (sum, squares) in zip(sums, squares) {
      let square = (frames * squares - sum * sum) / (frames * frames)
      // Below 2^24, and every machine has the nearest root of it.
      template.append(Self.eighths(Int(Double(square).squareRoot())))
    }
    return template
  }

  private func hear(_ frame: inout [Int]) {
    // The mean is the microphone's, and no sound.
    let mean = frame.reduce(0, +) / Self.frame
    for index in frame.indices { frame[index] -= mean }
    let energy = frame.reduce(0) { $0 + $1 * $1 }
    guard energy >= Self.loudEnough else { return }
    frames += 1
    self.energy += energy
    for band in 0..<Self.count {
      let level = Self.level(of: Self.energy(in: band, of: frame))
      sums[band] += level
      squares[band] += level * level
    }
  }

  /// A sample as an integer, -32768...32768; what lies beyond full scale is clipped. A product with a
  /// power of two is exact, and all that follows is in integers: the same on every machine.
  private static func whole(_ sample: Float) -> Int { Int(max(-1, min(1, sample)) * 32768) }

  /// The energy of a frame at the centre of a band, 250 Hz and each 500 Hz above: piece by piece, since a
  /// voice keeps no phase for longer.
  private static func energy(in band: Int, of frame: [Int]) -> Int {
    var energy = 0
    for start in stride(from: 0, to: frame.count, by: piece) {
      var (along, across) = (0, 0)
      for index in 0..<piece {
        let turn = (2 * band + 1) * index
        along += frame[start + index] * cosine[turn % 64]
        across += frame[start + index] * cosine[(turn + 48) % 64]  // the sine
      }
      energy += along * along + across * across  // less than 2^62
    }
    return energy
  }

  /// 64 times the logarithm to base 2, and a constant; between two powers of two a straight line.
  private static func level(of energy: Int) -> Int {
    // 64 more, so that silence has one, too.
    var (rest, level) = (energy + 64, 0)
    while rest >= 128 {
      rest /= 2
      level += 64
    }
    return level + rest
  }

  /// 64ths as eighths, in a signed byte.
  private static func eighths(_ value: Int) -> UInt8 {
    UInt8(bitPattern: Int8(max(-127, min(127, value / 8))))
  }

  /// 256 times the cosine, 64 steps a turn.
  private static let cosine = [
    256, 255, 251, 245, 237, 226, 213, 198, 181, 162, 142, 121, 98, 74, 50, 25,
    0, -25, -50, -74, -98, -121, -142, -162, -181, -198, -213, -226, -237, -245, -251, -255,
    -256, -255, -251, -245, -237, -226, -213, -198, -181, -162, -142, -121, -98, -74, -50, -25,
    0, 25, 50, 74, 98, 121, 142, 162, 181, 198, 213, 226, 237, 245, 251, 255,
  ]
}
