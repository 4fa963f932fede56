// SPDX-License-Identifier: Apache-2.0
internal import ImprintTransfer

extension ListeningUploadAnswer {
  /// What an attempt over HTTPS came to. Of the answer's content nothing is told.
  init(_ result: TransferResult, place: String) {
    if let failure = result.failure {
      let error = ListeningUploadError(
        Self.code(of: failure.kind), place: place, reason: failure.reason, remedy: failure.remedy)
      self = failure.isPassing || failure.kind == .cancelled ? .later(error, after: .zero) : .closed(error)
      return
    }
    func error(_ code: ListeningUploadErrorCode, _ words: String, _ remedy: String) -> ListeningUploadError {
      ListeningUploadError(
        code, place: place, reason: "\(words) (status \(result.status)).", remedy: remedy)
    }
    switch result.status {
    case 200, 201, 204: self = .taken
    // It may be half of it, of a connection that broke.
    case 412: self = .wasThere(isVerified: false)
    case 202:
      self = .later(
        error(.server, "the server has not stored it yet", "Have it answer once the file is safe."),
        after: result.retryAfter)
    case 200...299:
      self = .refused(
        error(
          .refused, "the server does not say that it has stored the file", "Look at the server's log for why."
        )
      )
    case 401, 403, 407:
      self = .closed(error(.notAllowed, "the server lets nobody in so", "Check the token and its rights."))
    case 404, 405, 410:
      self = .closed(error(.refused, "the server takes nothing there", "Check the path of the URL."))
    case 408, 425, 429, 500...599:
      self = .later(
        error(.server, "the server takes nothing now", "Try again later, or look at the server's log."),
        after: result.retryAfter)
    case 413:
      self = .refused(
        error(.tooLarge, "the file is larger than the server takes", "Have the server take larger ones."))
    case 400...499:
      self = .refused(error(.refused, "the server refuses the file", "Look at the server's log for why."))
    case 300...399:
      // The token and what was said are for nobody else.
      self = .closed(
        error(.answer, "the answer is a redirect", "Redirects are not followed: give the URL that is meant."))
    default:
      self = .later(
        error(
          .answer, "the status is none of an answer to it",
          "Check that the URL is that of a server of recordings."),
        after: .zero)
    }
  }

  private static func code(of kind: TransferFailure.Kind) -> ListeningUploadErrorCode {
    switch kind {
    case .address: .address
    case .unreachable: .unreachable
    case .timeout: .timeout
    case .certificate: .certificate
    case .pin: .pin
    case .answer: .answer
    case .cancelled: .cancelled
    }
  }
}
