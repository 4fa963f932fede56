// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The content of a response.
struct HTTPAnswer {
  var status = 200
  var body: [UInt8]
  var type: String
  /// `ok`, or a problem's code.
  var outcome = "ok"
  var fields: [(HTTPField.Name, String)] = []
  /// Whether the connection is closed after it.
  var closes = false
  /// The rest of the request, to be drained for a while after the response, before the connection is closed.
  var rest: (@Sendable () async -> Void)?
}

extension HTTPAnswer {
  init(json: JSONValue) {
    self.init(body: Array(json.text.utf8), type: "application/json")
  }

  init(_ problem: LicenseProblem, at route: LicenseRoute?) {
    status = problem.code.status
    body = problem.body
    type = "application/problem+json"
    outcome = problem.code.rawValue
    if let seconds = problem.retryAfter { fields.append((.retryAfter, "\(seconds)")) }
    if problem.code == .method, let route {
      fields.append((.allow, route.method == "GET" ? "GET, HEAD" : route.method))
    }
    if problem.code == .authentication { fields.append((.wwwAuthenticate, "Bearer")) }
  }

  func response(to request: Request, over channel: any Channel, isTLS: Bool) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = type
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    if isTLS { headers[.strictTransportSecurity] = "max-age=31536000" }
    for (name, value) in fields { headers[name] = value }
    let buffer = ByteBuffer(bytes: body)
    var content = ResponseBody(byteBuffer: buffer)
    if closes {
      headers[.connection] = "close"
      content = ResponseBody(contentLength: body.count) { [rest] writer in
        try await writer.write(buffer)
        try await writer.finish(nil)
        await rest?()
        channel.close(promise: nil)
      }
    }
    let response = Response(status: .init(code: status), headers: headers, body: content)
    return request.method == .head ? response.createHeadResponse() : response
  }
}
