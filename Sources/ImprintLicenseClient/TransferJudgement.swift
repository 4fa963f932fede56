// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintTransfer

/// The outcome of one attempt: a response or an error, and whether a retry may help.
struct TransferJudgement: Sendable {
  let outcome: Result<LicenseServerAnswer, LicenseTransportError>
  let isWorthRetrying: Bool

  init(_ result: TransferResult, place: String) {
    if let failure = result.failure {
      outcome = .failure(LicenseTransportError(failure, place: place))
      isWorthRetrying = failure.isPassing
      return
    }
    switch result.status {
    case 200..<300, 400...599:
      outcome = .success(LicenseServerAnswer(status: result.status, body: result.body))
      isWorthRetrying = result.status == 429 || result.status >= 500
    case 300..<400:
      // The API key must not be sent to the redirect's target.
      let target = result.redirect.map { " to \($0)" } ?? ""
      outcome = .failure(
        LicenseTransportError(
          .answer, place: place, reason: "the answer is a redirect (\(result.status))\(target).",
          remedy: "Redirects are not followed. Set the server's URL to where the server is."))
      isWorthRetrying = false
    default:
      outcome = .failure(
        LicenseTransportError(
          .answer, place: place,
          reason: "the status of the answer is \(result.status), which HTTP does not have.",
          remedy: "Check that the URL is a licence server's."))
      isWorthRetrying = true
    }
  }
}

extension LicenseTransportError {
  fileprivate init(_ failure: TransferFailure, place: String) {
    let code: Code =
      switch failure.kind {
      case .address: .address
      case .unreachable: .unreachable
      case .timeout: .timeout
      case .certificate: .certificate
      case .pin: .pin
      case .answer: .answer
      case .cancelled: .cancelled
      }
    self.init(code, place: place, reason: failure.reason, remedy: failure.remedy)
  }
}
