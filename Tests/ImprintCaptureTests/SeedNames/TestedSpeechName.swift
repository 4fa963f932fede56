// SPDX-License-Identifier: Apache-2.0
import Imprint

// The tests of speech, as those of `TestedName.swift`.

private let leftOut = "SeedNamesTests.whatIsLeftOutSaysWhy"
private let heard = "SpeechListenerTests.anUtteranceIsHeardToItsEndAndTheMicrophoneClosed"
private let delegated = "SpeechListenerTests.aDelegateHearsTheSame"
private let triggered = "SpeechListenerTests.itWaitsForATriggerAndThenListens"
private let opened = "SpeechListenerTests.aGraphIsOpenedByItsNameAndByItsPath"
private let tuned = "ListeningSessionTests.aRuleThatIsTunedMeanwhileJudgesTheNextPiece"
private let kept = "SpeechListenerTests.nothingIsKeptUnlessItIsAskedFor"
private let logged = "HandlerLogTests.aCaptureLogsFromItsLevelOn"

extension SeedSpeechType: TestedName {
  var test: String {
    switch self {
    case .header: leftOut
    case .uploader: "BackgroundUploadTests.whatComesLaterIsSentOnceItIsAskedToLook"
    case .dashboard: "HTTPSDestinationTests.aFileIsPutBelowThePathWithItsHashAndNeverOverAnother"
    case .recognizer: heard
    case .recognizerDelegate: delegated
    case .decodingGraph: "SpeechGraphBuilderTests.aGraphHasTheWordsOfItsPhrasesAndNoOthers"
    case .vadParameter: tuned
    case .logLevelInfo: logged
    case .bundle: "SpeechListeningTests.aRecogniserHearsWordsOfTheGraphThatWasBuiltForItsBundle"
    case .extendedBundle: "SpeechListeningTests.aPronunciationOfABundleIsOneThatABuilderTakes"
    }
  }
}

extension SeedSpeechCall: TestedName {
  var test: String {
    switch self {
    case .shared: leftOut
    case .setLogLevel: logged
    case .initialise, .startListening: heard
    case .delegate: delegated
    case .createAudioRecordings, .createJSONResultMetadata, .lastRecordingFilename: kept
    case .graphOfSentences: "SpeechCommandTests.aGraphIsBuiltListedShownAndRemoved"
    case .graphOfModel: "SpeechCommandTests.aLanguageModelIsBuiltAndADamagedOneRefusedWithItsLine"
    case .graphWithTrigger: "SpeechCommandTests.aGraphOfTriggersHasTheirThresholds"
    case .prepareByName, .prepareByPath: opened
    case .stopListening: "SpeechListenerTests.aStopGivesAResult"
    case .setParameter: tuned
    }
  }
}

extension SeedSpeechEvent: TestedName {
  var test: String {
    switch self {
    case .partialResult:
      "ListeningSessionTests.partialResultsComeWhereTheyChangeAndAtMostEvery100Milliseconds"
    case .finalResult: delegated
    case .triggerRecognized, .triggerDetected, .triggerPhrase: triggered
    case .ready: "SpeechListenerTests.aMicrophoneThatIsGoneEndsItAndSaysWhenItIsBack"
    case .interrupt: "SpeechListenerTests.anApplicationInterruptsAndResumes"
    case .voiceActivity: "ListeningSessionTests.silenceAfterSpeechEndsItWhateverWasSaid"
    }
  }
}
