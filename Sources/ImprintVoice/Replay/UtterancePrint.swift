// SPDX-License-Identifier: Apache-2.0

/// What an utterance is known again by: each 16 ms the signs of how its energies between 300 and 3400 Hz
/// change, from band to band and from one moment to the next. Loudness and what lies outside of these bands
/// make no difference; two sayings of one phrase differ in many, as no two have the same times and pitch.
///
/// Neither sound nor template can be made of it.
struct UtterancePrint: Sendable, Hashable {
  /// 32 bits each.
  var frames: [UInt32]
  /// Which of them are loud enough to count: within 20 dB of the loudest.
  var heard: [Bool]

  static let mostSeconds = 16
  /// 16 s.
  static let mostFrames = 1000
  /// Frames a second of sounds that have all of the bands.
  static let rates = BandEnergies.rates
  /// A recording that was played again differs in less than that part of its bits, even with noise 15 dB
  /// below it; another saying of the same words in more (docs/proposals/0012-voice-dialogue.md).
  static let mostDifferent = 0.26
  /// Fewer frames are no evidence: half a second.
  static let leastFrames = 30

  /// Whether enough was heard to know it again.
  var isEvidence: Bool { heard.count { $0 } >= Self.leastFrames }

  /// Whether it is a recording of the same utterance, of which the edges may be missing.
  /// - Complexity: O(frames · frames).
  func isSame(as other: UtterancePrint) -> Bool {
    guard frames.count >= Self.leastFrames, other.frames.count >= Self.leastFrames else { return false }
    let needed = max(
      Self.leastFrames, min(heard.count { $0 }, other.heard.count { $0 }) / 2)
    return (Self.leastFrames - other.frames.count...frames.count - Self.leastFrames).contains { shift in
      isSame(as: other, shiftedBy: shift, frames: needed)
    }
  }

  private func isSame(as other: UtterancePrint, shiftedBy shift: Int, frames needed: Int) -> Bool {
    let range = max(0, shift)..<min(frames.count, shift + other.frames.count)
    var (compared, different) = (0, 0)
    frames.withUnsafeBufferPointer { frames in
      other.frames.withUnsafeBufferPointer { others in
        heard.withUnsafeBufferPointer { heard in
          other.heard.withUnsafeBufferPointer { othersHeard in
            for index in range where heard[index] && othersHeard[index - shift] {
              compared += 1
              different += (frames[index] ^ others[index - shift]).nonzeroBitCount
            }
          }
        }
      }
    }
    return compared >= needed && Double(different) < Self.mostDifferent * Double(32 * compared)
  }
}

extension UtterancePrint {
  /// How much later each of its variants begins: a recording that was cut begins anywhere.
  private static let offsets = [0, 4, 8, 12]

  /// The print that is kept, and others that begin some milliseconds later, to be compared with those that
  /// were kept.
  /// - Complexity: O(samples · log); some ms for a second of sound.
  static func variants(of samples: [Float], rate: Int) -> [UtterancePrint] {
    guard let energies = BandEnergies(rate: rate) else { return [UtterancePrint(frames: [], heard: [])] }
    return offsets.map { milliseconds in
      UtterancePrint(energies.frames(of: samples, from: milliseconds * rate / 1000, most: mostFrames + 1))
    }
  }

  /// - Parameter bands: 33 energies a frame.
  private init(_ bands: [[Float]]) {
    frames = []
    heard = []
    let sums = bands.map { $0.reduce(0, +) }
    let loudest = sums.max() ?? 0
    for index in bands.indices.dropFirst() {
      let (now, before) = (bands[index], bands[index - 1])
      var bits: UInt32 = 0
      for band in 0..<32 where now[band] - now[band + 1] > before[band] - before[band + 1] {
        bits |= 1 << UInt32(band)
      }
      frames.append(bits)
      heard.append(sums[index] > 0 && sums[index] >= loudest / 100)
    }
  }
}
