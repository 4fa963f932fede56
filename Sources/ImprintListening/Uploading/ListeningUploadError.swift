// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why recordings are not taken somewhere. Never has anything of what is in them.
public typealias ListeningUploadError = Explained<ListeningUploadErrorCode>

public enum ListeningUploadErrorCode: String, Sendable, Hashable, CaseIterable {
  /// An option outside of its range.
  case badOption = "bad-option"
  /// An address or a folder that nothing can be taken to.
  case address
  /// The uploader is at work, or another takes the same recordings to the same destination.
  case busy
  /// A folder, of the recordings or of the destination, cannot be used.
  case folder
  /// A disk is full.
  case noSpace = "no-space"
  /// The destination lets nobody in without other rights.
  case notAllowed = "not-allowed"
  /// There is no connection to the server.
  case unreachable
  /// It took too long.
  case timeout
  /// The server's certificate does not verify.
  case certificate
  /// No key of the server's chain is pinned.
  case pin
  /// The server cannot take anything now.
  case server
  /// What came is no answer that is known.
  case answer
  /// The destination does not take this file.
  case refused
  /// The file is larger than is sent or taken.
  case tooLarge = "too-large"
  /// Something else has the file's name at the destination.
  case occupied
  /// It was cancelled.
  case cancelled
}

extension ListeningUploadErrorCode {
  /// Whether a destination that is closed by it may open again by itself: a network that wants a page read
  /// first answers in a server's place, a clock is wrong until the network has set it, and a server that is
  /// being replaced has nothing there.
  var opensAgain: Bool { [.certificate, .notAllowed, .refused].contains(self) }

  /// Whether it may go by itself: an uploader in the background goes on.
  var isPassing: Bool {
    switch self {
    case .busy, .noSpace, .unreachable, .timeout, .server, .answer, .folder, .notAllowed, .certificate: true
    case .badOption, .address, .pin, .refused, .tooLarge, .occupied, .cancelled: false
    }
  }
}

extension ListeningUploadErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .notPermitted: (.notAllowed, nil)
    case .busy: (.busy, "Wait until the other has ended, or end it.")
    case .cancelled: (.cancelled, nil)
    case .exists: (.occupied, nil)
    case .missing, .noFolder, .unsafeFolder, .notAFile, .system: (.folder, nil)
    }
  }
}

extension Explained where Code == ListeningUploadErrorCode {
  static let cancelled = ListeningUploadError(
    .cancelled, place: "upload", reason: "it was cancelled.", remedy: "Start it again when you want to.")

  static let busy = ListeningUploadError(
    .busy, place: "uploader", reason: "it is at work.", remedy: "Wait for the end of it, or stop it first.")
}
