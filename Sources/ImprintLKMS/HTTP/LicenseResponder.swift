// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import Hummingbird
internal import ImprintLicense
internal import ImprintSettings
internal import Logging
internal import NIOCore

/// Responds to HTTP requests: rate limits, routing, and bodies to and from the service.
struct LicenseResponder: HTTPResponder {
  typealias Context = LicenseRequestContext

  let service: LicenseService
  let configuration: LicenseServerConfiguration
  let logger: Logger
  let metrics = ServerMetrics()
  private let readiness = Readiness()
  private let visitors: RateLimiter
  private let keys: RateLimiter

  init(service: LicenseService, configuration: LicenseServerConfiguration, logger: Logger) {
    self.service = service
    self.configuration = configuration
    self.logger = logger
    visitors = RateLimiter(configuration.visitorRate)
    keys = RateLimiter(configuration.keyRate)
  }

  func respond(to request: Request, context: Context) async throws -> Response {
    let begin = ContinuousClock.now
    let route = LicenseRoute.at(request.uri.path)
    var body = RequestBodyReader(request, over: context.channel, seconds: configuration.requestSeconds)
    var answer: HTTPAnswer
    do throws(LicenseProblem) {
      answer = try await self.answer(request, at: route, body: &body, context: context)
    } catch {
      if error.code == .internal {
        logger.error("a request failed", metadata: ["route": "\(route?.name ?? "none")"])
      }
      answer = HTTPAnswer(error, at: route)
    }
    if !body.leavesLittle {
      answer.closes = true
      if body.isUntouched {
        answer.rest = { [channel = context.channel, seconds = configuration.requestSeconds] in
          var body = RequestBodyReader(request, over: channel, seconds: seconds)
          await body.drain()
        }
      } else {
        await body.drain()
      }
    }
    let duration = (ContinuousClock.now - begin).components
    metrics.answered(
      route, outcome: answer.outcome, seconds: Double(duration.seconds) + Double(duration.attoseconds) * 1e-18
    )
    return answer.response(to: request, over: context.channel, isTLS: configuration.tls != nil)
  }

  private func answer(
    _ request: Request, at route: LicenseRoute?, body: inout RequestBodyReader, context: Context
  ) async throws(LicenseProblem) -> HTTPAnswer {
    let visitor = self.visitor(of: request, over: context)
    try limit(visitor)
    guard let route else { throw Self.notFound }
    guard route.permits(request.method) else {
      throw LicenseProblem(
        .method, reason: "This path is asked with \(route.method).", remedy: "Ask with \(route.method).")
    }
    switch route {
    case .activate, .renew, .deactivate:
      return try await license(request, at: route, body: &body, from: visitor)
    case .live: return HTTPAnswer(json: ["status": "live"])
    case .ready: return try await ready()
    case .metrics: return try await metricsText(for: visitor)
    case .openAPI: return HTTPAnswer(body: OpenAPIDocument.bytes, type: "application/json")
    }
  }

  // MARK: Licences

  private func license(
    _ request: Request, at route: LicenseRoute, body: inout RequestBodyReader, from visitor: Visitor
  ) async throws(LicenseProblem) -> HTTPAnswer {
    guard let endpoint = route.endpoint else { throw Self.notFound }
    guard RequestHead.isJSON(request.headers[.contentType]) else {
      throw LicenseProblem(
        .mediaType, reason: "The request's content type is not application/json.",
        remedy: "Send the header 'Content-Type: application/json'.")
    }
    let key = RequestHead.bearer(request.headers[.authorization])
    let document = try await body.read()
    let answer = await service.handle(endpoint, body: document, apiKey: key, remote: visitor.address) { id in
      let wait = keys.take(id)
      if wait != nil { metrics.limited(by: "key") }
      return wait
    }
    guard case .refused(let problem) = answer else {
      return HTTPAnswer(body: answer.body, type: "application/json")
    }
    if problem.code == .authentication { noteFailedAuthentication(of: visitor) }
    throw problem
  }

  // MARK: Limits

  private func visitor(of request: Request, over context: Context) -> Visitor {
    let fields = configuration.proxy.flatMap { HTTPField.Name($0.header) }.map { request.headers[values: $0] }
    return Visitor(peer: context.peer, fields: fields ?? [], proxy: configuration.proxy)
  }

  private func limit(_ visitor: Visitor) throws(LicenseProblem) {
    guard let wait = visitors.take(RemoteNetwork.visitor(visitor.address)) else { return }
    metrics.limited(by: "visitor")
    throw LicenseService.rateLimited(wait)
  }

  /// Slows down guessing: a wrong key counts as several requests.
  private func noteFailedAuthentication(of visitor: Visitor) {
    visitors.charge(
      RemoteNetwork.visitor(visitor.address), Double(max(configuration.failedAuthenticationCost, 1) - 1))
    logger.info(
      "a key was refused", metadata: ["network": "\(RemoteNetwork.name(of: visitor.address) ?? "unknown")"])
  }

  // MARK: The operator's

  private func ready() async throws(LicenseProblem) -> HTTPAnswer {
    if let failure = await readiness.failure(of: service) {
      logger.error("not ready", metadata: ["failure": "\(failure)"])
      throw .unavailable
    }
    return HTTPAnswer(json: ["status": "ready"])
  }

  private func metricsText(for visitor: Visitor) async throws(LicenseProblem) -> HTTPAnswer {
    switch configuration.metrics {
    case .everyone: break
    case .loopback: guard visitor.isLoopback else { throw Self.notFound }
    case .nobody: throw Self.notFound
    }
    do {
      let text = metrics.text(activations: try await service.database.profiles())
      return HTTPAnswer(body: Array(text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
    } catch {
      logger.error("the database failed", metadata: ["error": "\(error)"])
      throw LicenseProblem(error)
    }
  }

  private static var notFound: LicenseProblem {
    LicenseProblem(
      .notFound, reason: "There is nothing at this path.", remedy: "See what there is at /openapi.json.")
  }
}

extension LicenseRoute {
  /// Whether the method is allowed; GET implies HEAD.
  fileprivate func permits(_ method: HTTPRequest.Method) -> Bool {
    method.rawValue == self.method || (self.method == "GET" && method == .head)
  }
}
