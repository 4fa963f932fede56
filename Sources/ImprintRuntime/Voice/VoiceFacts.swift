// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// What a voice extractor has measured of audio. It says nothing of who speaks; `nil` is what the plugin does
/// not measure, or what does not exist for the audio, as the level of speech where nobody speaks.
public struct VoiceFacts: Sendable, Hashable {
  /// How much of the audio is speech.
  public let speech: Duration?
  /// Of its speech: RMS in dBFS, 0 for a full-scale sine (AES17). -200...200.
  public let level: Double?
  /// The power of its speech over that of what is no speech, in dB: -200...200.
  public let signalToNoise: Double?
  /// The proportion of its samples that are cut off at full scale: 0...1.
  public let clipped: Double?
}

extension VoiceFacts {
  /// - Parameter milliseconds: how long the audio is, rounded up.
  init(_ raw: imp_voice_facts, milliseconds: Int) throws(ContractBreach) {
    let bits = IMP_VOICE_SPEECH | IMP_VOICE_LEVEL | IMP_VOICE_SNR | IMP_VOICE_CLIPPED
    guard raw.known & ~UInt32(bits) == 0 else {
      throw ContractBreach("It knows facts that do not exist: bits \(raw.known).")
    }
    func isKnown(_ bit: Int32) -> Bool { raw.known & UInt32(bit) != 0 }
    func number(
      _ name: String, _ value: Float, _ bit: Int32, _ range: ClosedRange<Float>
    ) throws(ContractBreach) -> Double? {
      guard isKnown(bit) else {
        guard value == 0 else { throw ContractBreach("\(name) is not known, and not 0 but \(value) (R-48).") }
        return nil
      }
      // Of what is no number, too.
      guard range.contains(value) else {
        throw ContractBreach("\(name) is \(value); \(range) is the range of it (R-48).")
      }
      return Double(value)
    }
    level = try number("level_db", raw.level_db, IMP_VOICE_LEVEL, -200...200)
    signalToNoise = try number("snr_db", raw.snr_db, IMP_VOICE_SNR, -200...200)
    clipped = try number("clipped", raw.clipped, IMP_VOICE_CLIPPED, 0...1)
    guard isKnown(IMP_VOICE_SPEECH) || raw.speech_ms == 0, Int(raw.speech_ms) <= milliseconds else {
      throw ContractBreach("It found \(raw.speech_ms) ms of speech in \(milliseconds) ms of audio (R-48).")
    }
    speech = isKnown(IMP_VOICE_SPEECH) ? .milliseconds(raw.speech_ms) : nil
  }
}
