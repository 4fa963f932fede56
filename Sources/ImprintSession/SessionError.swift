// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why a session cannot be written, read or redacted. No error carries pixels, landmarks or names of people.
public typealias SessionError = Explained<SessionErrorCode>

public enum SessionErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The file cannot be made, written or read.
  case file
  /// There is something of that name, and replacing it was not requested.
  case exists
  /// Disk full, quota or size limit of the process exceeded. What was written before is whole.
  case noSpace = "no-space"
  /// It is not a session.
  case notASession = "not-a-session"
  /// It was written by a newer Imprint, and holds what this one has to know.
  case newer
  /// It is corrupt from the named place on.
  case damaged
  /// What was to be written is not what a session may hold, or not in that order.
  case content
  /// The disk was too slow for what was to be written.
  case stalled
  /// The session is longer than its limit.
  case limit
  /// No licence covers recording.
  case notEntitled = "not-entitled"
}

extension SessionErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace:
      (.noSpace, "Free space, or choose another disk; what was written before can be read.")
    case .exists: (.exists, "Remove it, or choose another name.")
    case .notPermitted: (.file, "Choose a folder that you may write to, and a file that you may read.")
    case .missing, .noFolder, .unsafeFolder, .notAFile, .busy, .cancelled, .system: (.file, nil)
    }
  }
}

extension SessionError {
  static func damaged(_ place: String, at offset: Int, _ reason: String) -> SessionError {
    SessionError(
      .damaged, place: "\(place), byte \(offset)", reason: reason,
      remedy: "Get the file again from where it was recorded; what comes before that byte can be read.")
  }

  static func newer(_ place: String, _ reason: String) -> SessionError {
    SessionError(.newer, place: place, reason: reason, remedy: "Update Imprint.")
  }

  static func content(_ place: String, _ fault: SessionFault) -> SessionError {
    SessionError(
      .content, place: place, reason: fault.sentence,
      remedy: "Append what the camera, the tracker and the capture machine gave, in that order.")
  }

  /// The same, with what of the file is whole.
  func keeping(_ chunks: UInt64, bytes: Int) -> SessionError {
    SessionError(
      code, place: place, reason: "\(reason) The first \(chunks) chunks, \(bytes) bytes, are whole.",
      remedy: remedy)
  }
}

/// What is wrong with one chunk, or with its place among the others: a sentence.
struct SessionFault: Error, Equatable {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
