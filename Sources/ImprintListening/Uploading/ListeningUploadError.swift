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
  /// Whether it may go without the application: an uploader in the background goes on. A network that wants a
  /// page read first answers in a server's place, with a certificate or a key of its own; a clock is wrong
  /// until the network has set it; a server that is being replaced has nothing there, or sends elsewhere.
  /// Nothing that anybody on the way or at the destination says may end it for good.
  var isPassing: Bool {
    switch self {
    case .badOption, .address: false
    case .busy, .folder, .noSpace, .notAllowed, .unreachable, .timeout, .certificate, .pin, .server, .answer,
      .refused, .tooLarge, .occupied, .cancelled:
      true
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
