// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel
internal import ImprintAudio
package import ImprintRuntime
internal import ImprintSpeech

/// Why something is not listened to.
public typealias ListeningError = Explained<ListeningErrorCode>

public enum ListeningErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A rule or an option outside of its range.
  case badOption = "bad-option"
  /// It listens: graphs are switched and listening begins only while it is idle.
  case busy
  /// No graph was prepared.
  case notPrepared = "not-prepared"
  /// It does not listen.
  case notListening = "not-listening"
  /// Listening was interrupted, and is not possible again yet.
  case interrupted
  /// It was cancelled.
  case cancelled
  /// The listener was destroyed.
  case destroyed
  /// The graph cannot be opened or built, or the bundle does not take it.
  case graph
  /// The recogniser cannot be made, or has failed.
  case recognizer
  /// The microphone cannot be opened, gives nothing, or has failed.
  case microphone
  /// Sound that cannot be listened to.
  case sound
  /// A recording that could not be kept.
  case notKept = "not-kept"
}

extension ListeningErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (.notKept, nil)
  }
}

extension Explained where Code == ListeningErrorCode {
  /// What a recogniser threw.
  package static func recognizer(_ error: PluginCallError) -> ListeningError {
    switch error.code {
    case .cancelled: .cancelled
    case .graphDamaged, .graphVersion, .graphForeign, .graphSymbol, .graphTooLarge:
      ListeningError(.graph, error)
    default: ListeningError(.recognizer, error)
    }
  }

  /// What opening or reading a microphone threw, whatever its type.
  static func microphone(_ error: any Error) -> ListeningError {
    if error is CancellationError { return .cancelled }
    if let error = error as? PluginCallError, error.code == .cancelled { return .cancelled }
    if let error = error as? ListeningError { return error }
    guard let explained = error as? any ExplainedError else {
      return ListeningError(
        .microphone, place: "microphone", reason: "\(error).", remedy: "Look whether it is plugged in.")
    }
    return ListeningError(
      .microphone, place: explained.place, reason: explained.reason, remedy: explained.remedy)
  }

  static let cancelled = ListeningError(
    .cancelled, place: "listening", reason: "it was cancelled.", remedy: "Listen again when you want to.")

  static let destroyed = ListeningError(
    .destroyed, place: "listener", reason: "it was destroyed.", remedy: "Make a new one.")

  static let busy = ListeningError(
    .busy, place: "listener", reason: "it listens, or prepares to.",
    remedy: "Wait for the end of it, or stop it first.")

  static let notListening = ListeningError(
    .notListening, place: "listener", reason: "it does not listen.", remedy: "Start listening first.")

  static let notPrepared = ListeningError(
    .notPrepared, place: "listener", reason: "it was not told what to listen for.",
    remedy: "Prepare it with a graph first.")
}
