// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// What is heard in a sound: each burst of it is a word, and which one, its pitch says.
///
/// Sound is looked at in blocks of 10 ms, so that it does not matter in which pieces it comes.
struct Bursts {
  struct Heard {
    /// Its place among the graph's words.
    let word: Int
    let frames: Range<UInt64>
    let confidence: Float
  }

  /// What became of a sample.
  enum Found {
    case nothing
    case speechBegan(at: UInt64)
    case speechEnded(at: UInt64)
  }

  private static let blocksASecond: UInt64 = 100
  /// RMS of a block; full scale is 1.
  private static let loud = 0.02
  /// Loud blocks of a word.
  private static let leastBlocks = 5
  /// Quiet ones that end it.
  private static let quietBlocks = 8
  /// Of phrases alone the last words count.
  private static let mostHeard = 512

  private(set) var heard: [Heard] = []
  private let words: Int
  private let block: UInt64
  private var blocks: UInt64 = 0
  private var filled: UInt64 = 0
  private var energy = 0.0
  private var crossings = 0
  private var last: Float = 0
  /// Blocks of the burst that goes on.
  private var burst: (begin: UInt64, end: UInt64, loud: Int, quiet: Int, crossings: Int) = (0, 0, 0, 0, 0)
  private var isSpeech = false

  init(rate: UInt32, words: Int) {
    self.words = words
    block = UInt64(rate) / Self.blocksASecond
  }

  mutating func hear(_ sample: Float) -> Found {
    energy += Double(sample) * Double(sample)
    crossings += (sample < 0) == (last < 0) ? 0 : 1
    last = sample
    filled += 1
    return filled == block ? endBlock() : .nothing
  }

  /// Of the utterance's end: a word may go on.
  mutating func hearTheEnd() -> Found { burst.loud > 0 ? endBurst() : .nothing }

  private mutating func endBlock() -> Found {
    let isLoud = energy > Self.loud * Self.loud * Double(filled)
    let crossed = crossings
    defer { blocks += 1 }
    (energy, filled, crossings) = (0, 0, 0)
    guard isLoud else {
      guard burst.loud > 0 else { return .nothing }
      burst.quiet += 1
      return burst.quiet == Self.quietBlocks ? endBurst() : .nothing
    }
    if burst.loud == 0 { burst.begin = blocks }
    burst.loud += 1
    burst.quiet = 0
    burst.end = blocks + 1
    burst.crossings += crossed
    guard burst.loud == Self.leastBlocks else { return .nothing }
    isSpeech = true
    return .speechBegan(at: burst.begin * block)
  }

  /// Makes a word of the burst that is over.
  private mutating func endBurst() -> Found {
    defer {
      burst = (0, 0, 0, 0, 0)
      isSpeech = false
    }
    guard isSpeech else { return .nothing }
    let length = Int(burst.end - burst.begin)
    // Half a wave for each crossing: a word for each 60 Hz.
    let pitch = burst.crossings * Int(Self.blocksASecond) / 2 / length
    if heard.count == Self.mostHeard { heard.removeFirst() }
    heard.append(
      Heard(
        word: pitch / 60 % words, frames: burst.begin * block..<burst.end * block,
        confidence: Float(burst.loud) / Float(length)))
    return .speechEnded(at: burst.end * block)
  }
}
