// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.speech-recognizer/1`: sound to words, by a graph of what is said.
public protocol SpeechRecognizerPlugin: Plugin {
  /// Its bundles: 1 to 16, each name once. The same for the plugin's whole life.
  var speechBundles: [SpeechBundle] { get }

  /// Looks a word up in a bundle's dictionary, byte for byte. Called by one thread at a time, and only for
  /// bundles with a dictionary.
  /// - Returns: at most 16 pronunciations, the most usual one first, none twice; each has 1 to 64 symbols, by
  ///   their places in the bundle's. None for a word that it lacks.
  /// - Throws: `.model`, `.file`, `.memory`.
  func pronunciations(of word: String, in bundle: SpeechBundle) throws(PluginFailure) -> [[UInt8]]

  /// Makes a recogniser. Models are loaded here. Called by one thread at a time; several recognisers may be
  /// alive, and none is changed by another.
  ///
  /// The kit has read the graph, and compared it with what the bundle states.
  /// - Throws: `.model`, `.file`, `.memory`, or `.graphTooLarge` for what its decoder cannot take.
  func makeSpeechRecognizer(
    _ options: SpeechRecognizerOptions
  ) throws(PluginFailure) -> any SpeechRecognizerSession
}

extension SpeechRecognizerPlugin {
  /// Of bundles without a dictionary.
  public func pronunciations(of word: String, in bundle: SpeechBundle) throws(PluginFailure) -> [[UInt8]] {
    []
  }
}

/// One recogniser: a state machine without clock, thread or I/O of its own. The same graph, sound and calls
/// give the same answers. Called by one thread at a time, not always the same.
///
/// The kit counts the frames of an utterance, refuses what is longer than the bundle's longest, and tells a
/// partial result where the words changed.
public protocol SpeechRecognizerSession: AnyObject {
  /// Listens to the next piece of an utterance.
  /// - Parameter samples: 1 frame to a second, at the bundle's rate; full scale is -1...1, each is a number.
  /// - Throws: what leaves the recogniser as it was.
  func step(_ samples: Span<Float>) throws(PluginFailure) -> SpeechStep

  /// Ends the utterance: the next step begins the next one. How it was cut into pieces changes no
  /// result.
  func finish() throws(PluginFailure) -> SpeechResult

  /// Gives the utterance up, and all that was learned: as a new recogniser from then on.
  func reset()
}

/// An acoustic model, the symbols of pronunciations and perhaps a dictionary of one language.
public struct SpeechBundle: Sendable, Hashable {
  /// 1 to 63 bytes: `en-us`.
  public let name: String
  /// A tag of BCP 47: `en-US`.
  public let language: String
  /// Frames per second of the sound that it takes: 8000...48000.
  public let rate: UInt32
  /// The longest utterance in milliseconds, but for phrases: 1000...120000.
  public let longestMilliseconds: UInt32
  /// The graphs of n-gram models that it takes; `nil` for none.
  public let models: Models?
  /// How many phrases a graph may have that are to be spotted: 1...1000; 0 where it spots none.
  public let phrases: UInt32
  /// The most words of a graph: 1...200000; 0 where it takes none.
  public let words: UInt32
  /// The symbols of pronunciations, in an order of its own: 1...255, each 1...16 bytes; none where it takes
  /// no graphs.
  public let symbols: [String]
  /// How many words its dictionary has; `nil` where it has none. Only where it takes graphs.
  public let dictionary: UInt32?
  public let features: Features

  public struct Models: Sendable, Hashable {
    /// The most n-grams, all orders together: 3...4000000.
    public let ngrams: UInt32
    /// The highest order: 1...5.
    public let order: UInt32

    public init(ngrams: UInt32, order: UInt32) {
      self.ngrams = ngrams
      self.order = order
    }
  }

  /// What it does beside.
  public struct Features: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Listens without a graph, for words of its own.
    public static let open = Features(rawValue: 4)
    /// Each word of the best reading has a confidence; else none has.
    public static let confidence = Features(rawValue: 16)
    /// Results may have alternatives.
    public static let alternatives = Features(rawValue: 32)
    /// Tells when speech begins and ends.
    public static let activity = Features(rawValue: 64)
  }

  public init(
    name: String, language: String, rate: UInt32, longestMilliseconds: UInt32, models: Models? = nil,
    phrases: UInt32 = 0, words: UInt32 = 0, symbols: [String] = [], dictionary: UInt32? = nil,
    features: Features = []
  ) {
    self.name = name
    self.language = language
    self.rate = rate
    self.longestMilliseconds = longestMilliseconds
    self.models = models
    self.phrases = phrases
    self.words = words
    self.symbols = symbols
    self.dictionary = dictionary
    self.features = features
  }
}

/// What is asked of a recogniser; the kit has checked it.
public struct SpeechRecognizerOptions: Sendable {
  public let bundle: SpeechBundle
  /// What it listens for; `nil` for the bundle's own words.
  public let graph: SpeechGraph?
  /// From 1 to the manifest's `concurrency.threads`.
  public let threads: Int
  /// The most alternatives to a result: 0...9.
  public let alternatives: Int
}

/// What a step heard.
public struct SpeechStep: Sendable, Hashable {
  /// Beyond 64 triggers are left out, the last first.
  public var events: [SpeechEvent]
  /// The words so far, from the first, whether or not they changed. None of phrases. Confidences are not
  /// told.
  public var words: [SpeechWord]

  public init(events: [SpeechEvent] = [], words: [SpeechWord] = []) {
    self.events = events
    self.words = words
  }
}

/// What was heard of an utterance.
public struct SpeechResult: Sendable, Hashable {
  public var events: [SpeechEvent]
  /// The best reading.
  public var words: [SpeechWord]
  /// Others, the likeliest first; the kit leaves out those that nobody asked for.
  public var alternatives: [[SpeechWord]]

  public init(events: [SpeechEvent] = [], words: [SpeechWord] = [], alternatives: [[SpeechWord]] = []) {
    self.events = events
    self.words = words
    self.alternatives = alternatives
  }
}

/// Frames are counted from the beginning of the utterance.
public enum SpeechEvent: Sendable, Hashable {
  /// Somebody begins to speak.
  case speech(at: UInt64)
  /// Nobody speaks any more.
  case silence(at: UInt64)
  /// A phrase was spotted: its place in the graph, how much likelier it is than anything else, of the
  /// threshold's kind, at least that and at most 100, and where it was said.
  case trigger(phrase: Int, score: Float, frames: Range<UInt64>)
}

/// A word that was heard.
public struct SpeechWord: Sendable, Hashable {
  /// One of the graph's; 1...95 bytes.
  public var text: String
  /// Where, counted from the beginning of the utterance. In order: none begins before the last one's end.
  public var frames: Range<UInt64>
  /// 0...1; `nil` where the bundle tells none, and in alternatives where there is none.
  public var confidence: Float?

  public init(_ text: String, frames: Range<UInt64>, confidence: Float? = nil) {
    self.text = text
    self.frames = frames
    self.confidence = confidence
  }
}
