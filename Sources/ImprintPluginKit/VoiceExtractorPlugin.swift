// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.voice-extractor/1`: sound to template.
public protocol VoiceExtractorPlugin: Plugin {
  /// The formats it makes: 1 to 16, each name once. The same for the plugin's whole life.
  var voiceFormats: [VoiceFormat] { get }

  /// Makes an extractor of one of them. Models are loaded here. Called by one thread at a time.
  /// - Throws: `.model`, `.file`, `.memory`, or `.argument` for options it cannot take.
  func makeVoiceExtractor(_ options: VoiceExtractorOptions) throws(PluginFailure) -> any VoiceExtractorSession
}

/// One voice extractor. Called by one thread at a time, not always the same.
public protocol VoiceExtractorSession: AnyObject {
  /// Makes a template of one speaker's sound. The same sound gives the same bytes on every call and every run
  /// on the same machine.
  /// - Parameter sound: one channel at the format's rate, of a length that the format takes; each sample is a
  ///   number, full scale is -1...1.
  /// - Throws: `.quality` where too little of it is speech, or it is too quiet, too loud or too noisy: a
  ///   typed failure to extract, with the reason.
  func extract(_ sound: Span<Float>) throws(PluginFailure) -> Extraction

  /// Measures a sound, whether or not a template can be made of it; a template does not depend on it. The
  /// same sound has the same facts. Of an author that measures nothing: `VoiceFacts()`.
  /// - Parameter sound: as for ``extract(_:)``.
  /// - Throws: never `.quality`: facts say what is wrong with a sound.
  func measure(_ sound: Span<Float>) throws(PluginFailure) -> VoiceFacts
}

/// Facts of a sound. They say nothing of who speaks; `nil` is what was not measured, or does not exist for
/// the sound, as the level of speech where nobody speaks. What lies beyond a range is passed on as its
/// nearest end, and what is no number as not measured.
public struct VoiceFacts: Sendable, Hashable {
  /// How much of the sound is speech, in milliseconds.
  public var speechMilliseconds: UInt32?
  /// Of its speech: RMS in dBFS, 0 for a full-scale sine (AES17). -200...200.
  public var level: Float?
  /// The power of its speech over that of what is no speech, in dB: -200...200.
  public var signalToNoise: Float?
  /// The proportion of its samples that are cut off at full scale: 0...1.
  public var clipped: Float?

  public init(
    speechMilliseconds: UInt32? = nil, level: Float? = nil, signalToNoise: Float? = nil, clipped: Float? = nil
  ) {
    self.speechMilliseconds = speechMilliseconds
    self.level = level
    self.signalToNoise = signalToNoise
    self.clipped = clipped
  }
}

/// A format of templates, and the sound they are made of.
public struct VoiceFormat: Sendable, Hashable {
  /// At most 63 bytes: `imprint.voice-v1`. Templates of different names are never compared.
  public let name: String
  /// Of the templates that are made, from 1.
  public let version: UInt32
  public let templates: TemplateLength
  /// Frames per second of the sound that it takes: 8000...48000.
  public let rate: UInt32
  /// How much sound it takes, in milliseconds: from 1, to 600,000.
  public let milliseconds: ClosedRange<UInt32>

  public init(
    name: String, version: UInt32, templates: TemplateLength, rate: UInt32, milliseconds: ClosedRange<UInt32>
  ) {
    self.name = name
    self.version = version
    self.templates = templates
    self.rate = rate
    self.milliseconds = milliseconds
  }
}

/// What is asked of a voice extractor.
public typealias VoiceExtractorOptions = FormatOptions<VoiceFormat>
