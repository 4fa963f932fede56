// SPDX-License-Identifier: Apache-2.0
internal import CTransfer

/// The outcome of one attempt.
package struct TransferResult: Sendable {
  /// Why there is no answer; `nil` where there is one.
  package var failure: TransferFailure?
  /// Of HTTP, whatever the server says: 0...999.
  package var status = 0
  package var body: [UInt8] = []
  package var retryAfter: Duration = .zero
  /// The redirect's target, if any.
  package var redirect: String?

  package static let noResources = TransferResult(failure: TransferFailure(IMP_TRANSFER_RESOURCES))

  package init(
    failure: TransferFailure? = nil, status: Int = 0, body: [UInt8] = [], retryAfter: Duration = .zero
  ) {
    (self.failure, self.status, self.body, self.retryAfter) = (failure, status, body, retryAfter)
  }

  init(_ result: imp_transfer_result_t) {
    let detail = result.detail.map { PlainText.detail(String(cString: $0)) } ?? ""
    failure = result.end == IMP_TRANSFER_ANSWERED ? nil : TransferFailure(result.end, detail: detail)
    status = result.status
    body = Array(UnsafeBufferPointer(start: result.body, count: result.body_length))
    // Clamped to a day, longer than any delay, so that sums do not overflow.
    retryAfter = .seconds(min(max(result.retry_after, 0), 86_400))
    redirect = result.redirect.map { PlainText.of(String(cString: $0), limit: 200) }
  }
}
