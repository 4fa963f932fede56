// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.voice-extractor/1` asks of an author's plugin.
enum VoiceExtractorTable {
  static func formats(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_voice_format] {
    try listed(provided(opened.attached.voiceExtractor).voiceFormats)
  }

  static func create(
    _ opened: OpenedPlugin, _ options: imp_voice_extractor_options
  ) throws(PluginFailure) -> ProvidedVoiceExtractor {
    let plugin = try provided(opened.attached.voiceExtractor)
    let asked = try chosen(options.format, among: plugin.voiceFormats, threads: options.threads)
    return ProvidedVoiceExtractor(opened.host, try plugin.makeVoiceExtractor(asked), asked.format)
  }
}

extension imp_voice_format: FormatStruct {}

extension VoiceFormat: MadeFormat {
  /// How many samples it takes.
  fileprivate var frames: (least: Int, most: Int) {
    ((Int(milliseconds.lowerBound) * Int(rate) + 999) / 1000, Int(milliseconds.upperBound) * Int(rate) / 1000)
  }

  /// How long so many samples take, rounded up.
  fileprivate func milliseconds(of samples: Int) -> UInt32 {
    UInt32(clamping: (samples * 1000 + Int(rate) - 1) / Int(rate))
  }

  func checkOwn() throws(PluginFailure) {
    guard (8000...48_000).contains(rate) else {
      throw misstated("takes \(rate) frames per second; 8000 to 48000 are allowed.")
    }
    guard milliseconds.lowerBound >= 1, milliseconds.upperBound <= 600_000 else {
      throw misstated(
        "takes \(milliseconds.lowerBound) to \(milliseconds.upperBound) ms; 1 to 600000 are allowed.")
    }
  }

  func state(in raw: inout imp_voice_format) {
    raw.version = version
    (raw.template_bytes_max, raw.template_bytes_fixed) = templates.raw
    raw.rate = rate
    (raw.shortest_ms, raw.longest_ms) = (milliseconds.lowerBound, milliseconds.upperBound)
  }
}

/// What an `imp_voice_extractor` points to.
final class ProvidedVoiceExtractor: ProvidedExtractor<any VoiceExtractorSession, VoiceFormat> {
  func extract(
    _ sound: imp_sound, _ payload: LentBuffer, _ extraction: inout imp_extraction
  ) throws(PluginFailure) {
    let samples = try samples(of: sound)
    try payload.checkRoom(for: format.templates)
    try give(session.extract(samples.span), to: payload, &extraction)
  }

  func measure(_ sound: imp_sound, _ facts: inout imp_voice_facts) throws(PluginFailure) {
    let samples = try samples(of: sound)
    try session.measure(samples.span).state(in: &facts, milliseconds: format.milliseconds(of: samples.count))
  }

  /// The sound, once it is what the format takes.
  private func samples(of sound: imp_sound) throws(PluginFailure) -> UnsafeBufferPointer<Float> {
    guard sound.format == UInt32(IMP_AUDIO_FLOAT32), sound.channels == 1, sound.rate == format.rate else {
      throw PluginFailure(
        .sample,
        "The sound has \(sound.channels) channels of format \(sound.format) at \(sound.rate) frames per second; "
          + "\(format.name) takes one of IMP_AUDIO_FLOAT32 at \(format.rate).")
    }
    let bytes = try lentBytes(sound.samples, "The sound")
    let (width, alignment) = (MemoryLayout<Float>.size, MemoryLayout<Float>.alignment)
    guard bytes.count.isMultiple(of: width), Int(bitPattern: bytes.baseAddress).isMultiple(of: alignment)
    else {
      throw PluginFailure(.argument, "The sound's \(bytes.count) bytes are not whole samples, or misaligned.")
    }
    let samples = bytes.bindMemory(to: Float.self)
    let (least, most) = format.frames
    guard samples.count >= least, samples.count <= most else {
      throw PluginFailure(
        .sample, "The sound has \(samples.count) samples; \(format.name) takes \(least) to \(most).")
    }
    guard let wrong = samples.firstIndex(where: { !$0.isFinite }) else { return samples }
    throw PluginFailure(.sample, "Sample \(wrong) of the sound is not a number.")
  }
}

extension VoiceFacts {
  private static let decibels: ClosedRange<Float> = -200...200

  /// As the contract has them: each within its range, and 0 where it is not known.
  /// - Parameter milliseconds: the length of the sound.
  fileprivate func state(in raw: inout imp_voice_facts, milliseconds: UInt32) {
    var known: Int32 = 0
    func number(_ value: Float?, _ range: ClosedRange<Float>, _ bit: Int32) -> Float {
      guard let value, !value.isNaN else { return 0 }
      known |= bit
      return min(max(value, range.lowerBound), range.upperBound)
    }
    raw.level_db = number(level, Self.decibels, IMP_VOICE_LEVEL)
    raw.snr_db = number(signalToNoise, Self.decibels, IMP_VOICE_SNR)
    raw.clipped = number(clipped, 0...1, IMP_VOICE_CLIPPED)
    raw.speech_ms = min(speechMilliseconds ?? 0, milliseconds)
    if speechMilliseconds != nil { known |= IMP_VOICE_SPEECH }
    raw.known = UInt32(known)
    raw.reserved = 0
  }
}
