// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
internal import ImprintSession

/// Why a session cannot be replayed. What cannot be read is a `SessionError`; a plugin that cannot be opened
/// or refuses the options has errors of its own. A difference is no error: ``SessionReplayReport``.
public typealias SessionReplayError = Explained<SessionReplayErrorCode>

public enum SessionReplayErrorCode: String, Sendable, Hashable, CaseIterable {
  /// It is redacted: what the capture machine was given is left out.
  case redacted
  /// Its beginning is missing: a dump of the last seconds.
  case partial
  /// Frames are not in it, from which it was to be replayed.
  case frames
  /// No picture is in it at all, so that the pictures' size is not known.
  case pictures
  /// Its options are not those of a capture, or it has an input that captures have not.
  case options
}

extension SessionReplayError {
  static func option(_ name: String) -> SessionReplayError {
    SessionReplayError(
      .options, place: "header", reason: "its option '\(name)' is missing, or not one of a capture.",
      remedy: "Replay what a capture was recorded to.")
  }

  static let sensor = SessionReplayError(
    .options, place: "session", reason: "it has a sample of a sensor that is no accelerometer.",
    remedy: "Replay what a capture was recorded to.")

  static func obstacle(_ obstacle: SessionHeader.ReplayObstacle, _ place: String) -> SessionReplayError {
    switch obstacle {
    case .redacted:
      SessionReplayError(
        .redacted, place: place, reason: "it is redacted: what the capture was given is left out.",
        remedy: "Replay the session that it is a copy of.")
    case .partial:
      SessionReplayError(
        .partial, place: place, reason: "it is a dump of the last seconds, and its beginning is missing.",
        remedy: "Record the whole capture, or read the dump with `sdkctl session show`.")
    }
  }

  static func frames(_ place: String) -> SessionReplayError {
    SessionReplayError(
      .frames, place: place, reason: "not every frame is in it.",
      remedy: "Replay it from what the tracker found: `sdkctl session replay --from faces`.")
  }

  static func pictures(_ place: String) -> SessionReplayError {
    SessionReplayError(
      .pictures, place: place, reason: "no frame is in it, so that the size of the pictures is not known.",
      remedy: "Replay a session that has frames.")
  }
}
