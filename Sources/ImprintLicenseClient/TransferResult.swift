// SPDX-License-Identifier: Apache-2.0
internal import CLicenseTransport

/// What came of one try; nothing of it has been judged.
struct TransferResult: Sendable {
  var end: imp_transfer_end_t
  var status = 0
  var body: [UInt8] = []
  var retryAfter: Duration = .zero
  /// Where the answer points, if it does.
  var redirect: String?
  /// The libraries' words.
  var detail = ""

  static let noResources = TransferResult(end: IMP_TRANSFER_RESOURCES)

  private init(end: imp_transfer_end_t) {
    self.end = end
  }

  init(_ result: imp_transfer_result_t) {
    end = result.end
    status = result.status
    body = Array(UnsafeBufferPointer(start: result.body, count: result.body_length))
    // A day is longer than any time that is waited, and no sum of it overflows.
    retryAfter = .seconds(min(max(result.retry_after, 0), 86_400))
    redirect = result.redirect.map { PlainText.of(String(cString: $0), limit: 200) }
    detail = result.detail.map { PlainText.of(String(cString: $0), limit: 200) } ?? ""
  }
}
