// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import CVoice
import ImprintPluginKit

/// The payload of both formats, all numbers little-endian:
///
/// | bytes | what |
/// |---|---|
/// | 4 | `IMV1` of free speech, `IMVP` of a phrase |
/// | 1 | version, 1 |
/// | 1 | of how many sounds it is, 1...255 |
/// | 1 | how many times the phrase is in it: 0 of free speech, 1...4 of a phrase |
/// | 1 | zero |
/// | 4 | CRC-32 of all bytes but these four |
/// | 1024 | the embedding, a unit vector of float32 from 0 |
/// | 2 + 32 each | for each time: its number of frames, 20...500, and their features, signed bytes |
enum VoiceTemplate {
  static let version: UInt32 = 1
  static let mostSequences = 4
  static let headerBytes = 12 + SpokenVoice.length * MemoryLayout<Float>.size
  static let mostBytes =
    headerBytes + mostSequences * (2 + Int(IMP_VOICE_MOST_FRAMES) * WordSequence.width)
  private static let embeddingAt = 12
  private static let sum = 8..<12

  /// The one copy there is, which the kit overwrites once the host has it.
  static func bytes(of voice: SpokenVoice, _ kind: VoiceKind) -> [UInt8] {
    let length = voice.sequences.reduce(headerBytes) { $0 + 2 + $1.bytes.count }
    return [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
      bytes.initialize(repeating: 0)
      let raw = UnsafeMutableRawBufferPointer(bytes)
      raw.copyBytes(from: kind.magic)
      raw[4] = UInt8(version)
      raw[5] = UInt8(clamping: voice.sounds)
      raw[6] = UInt8(voice.sequences.count)
      raw[embeddingAt...].copyBytes(
        from: UnsafeRawBufferPointer(
          start: voice.embedding, count: SpokenVoice.length * MemoryLayout<Float>.size))
      var at = headerBytes
      for sequence in voice.sequences {
        raw[at] = UInt8(sequence.frames & 0xFF)
        raw[at + 1] = UInt8(sequence.frames >> 8)
        raw[(at + 2)...].copyBytes(from: sequence.bytes)
        at += 2 + sequence.bytes.count
      }
      let check = check(of: UnsafeRawBufferPointer(raw))
      for place in 0..<sum.count {
        raw[sum.lowerBound + place] = UInt8(truncatingIfNeeded: check >> (8 * UInt32(place)))
      }
      count = length
    }
  }

  /// Reads untrusted bytes. Each length is compared with what is left before anything is reserved for it.
  static func read(_ bytes: UnsafeRawBufferPointer, _ kind: VoiceKind) throws(PluginFailure) -> SpokenVoice {
    guard bytes.count >= 4, bytes.prefix(4).elementsEqual(kind.magic) else {
      throw PluginFailure(
        .templateFormat,
        "These are no bytes of a template of \(kind.rawValue). Compare it with the algorithm that made it.")
    }
    guard bytes.count >= headerBytes, bytes.count <= mostBytes else {
      throw damaged("\(bytes.count) bytes are too few or too many")
    }
    guard check(of: bytes) == stored(in: bytes) else { throw damaged("its check is not that of its bytes") }
    guard bytes[4] == version else {
      throw PluginFailure(
        .templateVersion, "The template says version \(bytes[4]) of \(kind.rawValue). Update the plugin.")
    }
    guard bytes[5] >= 1, kind.sequences.contains(Int(bytes[6])), bytes[7] == 0 else {
      throw damaged("a field of its header has an invalid value")
    }
    let voice = SpokenVoice()
    voice.sounds = Int(bytes[5])
    UnsafeMutableRawBufferPointer(
      start: voice.embedding, count: SpokenVoice.length * MemoryLayout<Float>.size
    ).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[embeddingAt..<headerBytes]))
    guard imp_voice_is_unit(voice.embedding) != 0 else { throw damaged("its embedding is none of a voice") }
    var at = headerBytes
    for _ in 0..<Int(bytes[6]) {
      let sequence = try sequence(in: bytes, at: at)
      voice.sequences.append(sequence)
      at += 2 + sequence.bytes.count
    }
    guard at == bytes.count else { throw damaged("\(bytes.count - at) bytes follow its last frame") }
    return voice
  }

  private static func sequence(
    in bytes: UnsafeRawBufferPointer, at: Int
  ) throws(PluginFailure) -> WordSequence {
    guard bytes.count - at >= 2 else { throw damaged("it ends before its phrase") }
    let frames = Int(bytes[at]) | Int(bytes[at + 1]) << 8
    guard frames <= Int(IMP_VOICE_MOST_FRAMES), bytes.count - at - 2 >= frames * WordSequence.width else {
      throw damaged("a phrase of \(frames) frames is longer than what is left of it")
    }
    let sequence = WordSequence(room: frames)
    sequence.frames = frames
    let features = at + 2..<at + 2 + frames * WordSequence.width
    UnsafeMutableRawBufferPointer(start: sequence.features, count: features.count)
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[features]))
    guard sequence.isSpoken else { throw damaged("its phrase is none that a sound has") }
    return sequence
  }

  private static func check(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    let before = imp_embedding_check(0, start, sum.lowerBound)
    return imp_embedding_check(before, start + sum.upperBound, bytes.count - sum.upperBound)
  }

  private static func stored(in bytes: UnsafeRawBufferPointer) -> UInt32 {
    sum.reversed().reduce(0) { $0 << 8 | UInt32(bytes[$1]) }
  }

  private static func damaged(_ reason: String) -> PluginFailure {
    PluginFailure(.templateDamaged, "The template was damaged: \(reason). Use another copy, or enrol again.")
  }
}
