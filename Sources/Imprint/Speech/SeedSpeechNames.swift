// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
internal import ImprintListening

// The seed of speech recognition: its classes, settings, calls, call-backs, and what it has words for.

/// The seed's classes, and what it is made of: 10.
public enum SeedSpeechType: String, SeedName {
  case header = "KeenASR/KeenASR.h"
  case recognizer = "KIOSRecognizer"
  case recognizerDelegate = "KIOSRecognizerDelegate"
  case decodingGraph = "KIOSDecodingGraph"
  case vadParameter = "KIOSVadParameter"
  case logLevelInfo = "KIOSRecognizerLogLevelInfo"
  case uploader = "KIOSUploader"
  case dashboard = "Dashboard"
  case bundle = "keenB2mQT-nnet3chain-en-us"
  case extendedBundle = "lang/"

  public var counterpart: SeedCounterpart {
    switch self {
    case .header: .leftOut("a module takes the place of a header: `import Imprint`")
    case .recognizer: .swift("SpeechListener", sdkctl: .command("speech listen"))
    case .recognizerDelegate:
      .swift(
        "SpeechListenerDelegate", "ListeningEvents",
        sdkctl: .swiftOnly("a command prints its events as lines of JSON"))
    case .decodingGraph:
      .swift("SpeechGraph", "SpeechGraphBuilder", sdkctl: .command("speech graph build"))
    case .vadParameter: .swift("ListeningParameter", sdkctl: .option("--rule", of: "speech listen"))
    case .logLevelInfo:
      .swift("Logger.Level.info", sdkctl: .option("--log-level", of: "speech listen", value: "info"))
    case .uploader:
      .swift("ListeningUploader", "ListeningUploadEvents", sdkctl: .command("speech upload"))
    // No service of ours, but a server of one's own.
    case .dashboard:
      .swift(
        "HTTPSListeningDestination", "DirectoryListeningDestination",
        sdkctl: .option("--to", of: "speech upload"))
    case .bundle: .swift("SpeechBundle", sdkctl: .option("--bundle", of: "speech listen"))
    case .extendedBundle:
      .swift(
        "SpeechBundle.graphs", "SpeechBundle.dictionaryWords",
        sdkctl: .option("--dictionary", of: "speech graph build"))
    }
  }
}

/// The seed's settings and calls: 15.
public enum SeedSpeechCall: String, SeedName {
  case shared = "sharedInstance"
  case initialise = "initWithASRBundle:"
  case setLogLevel = "setLogLevel:"
  case delegate
  case createAudioRecordings
  case createJSONResultMetadata
  case lastRecordingFilename
  case graphOfSentences = "createDecodingGraphFromSentences:forRecognizer:andSaveWithName:"
  case graphOfModel = "createDecodingGraphFromArpaFileAtURL:forRecognizer:andSaveWithName:"
  case graphWithTrigger =
    "createDecodingGraphFromSentences:withTriggerPhrase:forRecognizer:andSaveWithName:"
  case prepareByName = "prepareForListeningWithCustomDecodingGraphWithName:"
  case prepareByPath = "prepareForListeningWithCustomDecodingGraphAtPath"
  case startListening
  case stopListening
  case setParameter = "setVADParameter:toValue:"

  public var counterpart: SeedCounterpart {
    switch self {
    case .shared: .leftOut("an application keeps its `SpeechListener` itself, and may have several")
    case .initialise: .swift("Speech.listener", sdkctl: .option("--bundle", of: "speech listen"))
    case .setLogLevel:
      .swift("ImprintConfiguration.logger", sdkctl: .option("--log-level", of: "speech listen"))
    case .delegate:
      .swift(
        "Speech.listener", "SpeechListenerDelegate",
        sdkctl: .swiftOnly("a command prints its events as lines of JSON"))
    case .createAudioRecordings:
      .swift(
        "SpeechListener.createAudioRecordings", "SpeechListener.setCreateAudioRecordings",
        sdkctl: .option("--record", of: "speech listen"))
    case .createJSONResultMetadata:
      .swift(
        "SpeechListener.createJSONResultMetadata", "SpeechListener.setCreateJSONResultMetadata",
        sdkctl: .option("--metadata", of: "speech listen"))
    case .lastRecordingFilename:
      .swift("SpeechListener.lastRecordingFilename", sdkctl: .field("results.recording", of: "speech listen"))
    case .graphOfSentences:
      .swift(
        "SpeechGraphBuilder.graph", "SpeechGraphStore.save",
        sdkctl: .option("--phrases", of: "speech graph build"))
    case .graphOfModel:
      .swift(
        "NgramModel.readingARPA", "SpeechGraphBuilder.graph", "SpeechGraphStore.save",
        sdkctl: .option("--arpa", of: "speech graph build"))
    case .graphWithTrigger:
      .swift(
        "SpeechTrigger", "SpeechGraphBuilder.graph", "SpeechGraphStore.save",
        sdkctl: .option("--triggers", of: "speech graph build"))
    case .prepareByName:
      .swift(
        "SpeechListener.prepareForListening", "ListeningGraph.named",
        sdkctl: .option("--graph", of: "speech listen"))
    case .prepareByPath:
      .swift(
        "SpeechListener.prepareForListening", "ListeningGraph.path",
        sdkctl: .option("--graph", of: "speech listen"))
    case .startListening: .swift("SpeechListener.startListening", sdkctl: .command("speech listen"))
    case .stopListening:
      .swift(
        "SpeechListener.stopListening",
        sdkctl: .swiftOnly("a rule ends what a command hears, and Ctrl-C gives it up"))
    case .setParameter: .swift("SpeechListener.setParameter", sdkctl: .option("--rule", of: "speech listen"))
    }
  }
}

/// What the seed calls back, and what happens to its listening: 8.
public enum SeedSpeechEvent: String, SeedName {
  case partialResult = "recognizerPartialResult:forRecognizer:"
  case finalResult = "recognizerFinalResult:forRecognizer:"
  case triggerRecognized = "recognizerTriggerPhraseRecognized:"
  case triggerDetected = "recognizerTriggerPhraseDetectedForRecognizer"
  case ready = "recognizerReadyToListenAfterInterrupt:"
  case interrupt = "audio interrupt"
  case triggerPhrase = "trigger phrase"
  case voiceActivity = "VAD rule"

  public var counterpart: SeedCounterpart {
    switch self {
    case .partialResult:
      .swift(
        "SpeechListenerDelegate.recognizerPartialResult", "ListeningEvent.partial", sdkctl: .told("partial"))
    case .finalResult:
      .swift(
        "SpeechListenerDelegate.recognizerFinalResult", "ListeningEvent.finished", sdkctl: .told("finished"))
    case .triggerRecognized, .triggerDetected:
      .swift(
        "SpeechListenerDelegate.recognizerTriggerPhraseDetected", "ListeningEvent.triggered",
        sdkctl: .told("triggered"))
    case .ready:
      .swift(
        "SpeechListenerDelegate.recognizerReadyToListenAfterInterrupt", "ListeningEvent.ready",
        sdkctl: .swiftOnly("an interruption ends the command"))
    case .interrupt:
      .swift(
        "SpeechListener.interrupt", "ListeningInterruption", "ListeningEvent.interrupted",
        sdkctl: .told("interrupted"))
    case .triggerPhrase:
      .swift(
        "SpeechListener.prepareForListening", "ListeningState.waiting",
        sdkctl: .option("--trigger", of: "speech listen"))
    case .voiceActivity:
      .swift("ListeningRules", "ListeningEnding", sdkctl: .option("--rule", of: "speech listen"))
    }
  }
}

extension SeedCommand {
  /// A line of JSON while it listens.
  fileprivate static func told(_ name: String) -> SeedCommand {
    .field("event", of: "speech listen", value: name)
  }
}
