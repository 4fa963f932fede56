// SPDX-License-Identifier: Apache-2.0
internal import CLicenseTransport

/// The raw result of one attempt.
struct TransferResult: Sendable {
  var end: imp_transfer_end_t
  var status = 0
  var body: [UInt8] = []
  var retryAfter: Duration = .zero
  /// The redirect's target, if any.
  var redirect: String?
  /// The libraries' message.
  var detail = ""

  static let noResources = TransferResult(end: IMP_TRANSFER_RESOURCES)

  private init(end: imp_transfer_end_t) {
    self.end = end
  }

  init(_ result: imp_transfer_result_t) {
    end = result.end
    status = result.status
    body = Array(UnsafeBufferPointer(start: result.body, count: result.body_length))
    // Clamped to a day, longer than any delay, so that sums do not overflow.
    retryAfter = .seconds(min(max(result.retry_after, 0), 86_400))
    redirect = result.redirect.map { PlainText.of(String(cString: $0), limit: 200) }
    detail = result.detail.map { PlainText.of(String(cString: $0), limit: 200) } ?? ""
  }
}
