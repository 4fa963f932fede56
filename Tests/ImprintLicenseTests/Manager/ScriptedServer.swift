// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseAuthority
import ImprintModel

/// Answers as a licence server does, with documents of a real issuer; a test scripts what goes wrong.
actor ScriptedServer: LicenseTransport {
  /// What happens to one request, instead of or after its answer.
  enum Fault: Sendable {
    case unreachable(LicenseTransportError.Code)
    case answer(status: Int, body: String)
    /// It is served, and the answer is lost on the way.
    case loses
    /// The document comes, changed.
    case changes(@Sendable (String) -> String)
    /// The activation is taken back by a signed document.
    case revoked(@Sendable (inout RevocationClaims) -> Void)
    /// It waits for ``ScriptedServer/proceed()``.
    case waits
  }

  nonisolated let place = "https://license.example"
  private let issuer: LicenseIssuer
  private let clock: TestClock
  private var script: [Fault] = []
  private var answers: [String: String] = [:]
  private var gate: CheckedContinuation<Void, Never>?
  private var waiting: CheckedContinuation<Void, Never>?
  private var isProceeding = false
  private var issues = 0

  /// Every request that came, read as strictly as a server does.
  private(set) var requests: [LicenseRequest] = []
  /// How often an activation was counted.
  private(set) var activations = 0
  private(set) var deactivations = 0
  /// What the server's clock is ahead of the device's; a device whose clock was set asks a server that knows
  /// better.
  var ahead: Int64 = 0
  var features: [LicenseFeature] = [.verification, .identification]
  var policy = LicensePolicy(grace: 5 * TestClock.day, failure: .stop)
  /// Changes what is issued.
  var shape: @Sendable (inout LicenseClaims) -> Void = { _ in }

  init(issuer: LicenseIssuer, clock: TestClock) {
    self.issuer = issuer
    self.clock = clock
  }

  func fail(_ faults: Fault...) { script += faults }
  func forgetScript() { script = [] }
  func set(policy: LicensePolicy) { self.policy = policy }
  func set(features: [LicenseFeature]) { self.features = features }
  func set(ahead: Int64) { self.ahead = ahead }
  func set(shape: @escaping @Sendable (inout LicenseClaims) -> Void) { self.shape = shape }

  func send(_ message: LicenseServerMessage) async throws(LicenseTransportError) -> LicenseServerAnswer {
    let fault = script.isEmpty ? nil : script.removeFirst()
    if case .unreachable(let code) = fault { throw failure(code) }
    if case .waits = fault { await wait() }
    let request: LicenseRequest
    do throws(LicenseFormError) {
      request = try LicenseRequest(parsing: message.body)
    } catch {
      return problem(400, "bad-request", detail: error.reason)
    }
    requests.append(request)
    if message.apiKey.secret != "imk_test_key" || message.endpoint != request.kind {
      return problem(401, "authentication")
    }
    if case .answer(let status, let body) = fault {
      return LicenseServerAnswer(status: status, body: Array(body.utf8))
    }
    if case .revoked(let change) = fault { return revoked(request, change) }
    guard let answer = serve(request) else {
      return problem(400, "bad-request", detail: "no licence was made")
    }
    if case .loses = fault { throw failure(.timeout) }
    if case .changes(let change) = fault { return ok([("license", .string(change(answer)))]) }
    return request.kind == .deactivate
      ? ok([("deactivated", .bool(true))]) : ok([("license", .string(answer))])
  }

  /// Answers a request that came as a file.
  func answer(file: [UInt8]) -> [UInt8]? {
    guard let request = try? LicenseRequest(parsing: file), let document = serve(request) else { return nil }
    return Array("\(document)\n".utf8)
  }

  /// Waits till a request waits.
  func untilSomebodyWaits() async {
    if gate == nil { await withCheckedContinuation { waiting = $0 } }
  }

  func proceed() {
    isProceeding = true
    gate?.resume()
    gate = nil
  }

  private func wait() async {
    if isProceeding { return }
    await withCheckedContinuation { continuation in
      gate = continuation
      waiting?.resume()
      waiting = nil
    }
  }

  /// The same nonce gets the same, and counts once.
  private func serve(_ request: LicenseRequest) -> String? {
    if let answer = answers[request.nonce] { return answer }
    let answer: String?
    switch request.kind {
    case .activate:
      activations += 1
      answer = issue(request, activation: "activation-\(activations)")
    case .renew: answer = issue(request, activation: "activation-\(activations)")
    case .deactivate:
      deactivations += 1
      answer = ""
    }
    answers[request.nonce] = answer
    return answer
  }

  private func issue(_ request: LicenseRequest, activation: String) -> String? {
    let now = clock.now + ahead
    issues += 1
    var claims = LicenseClaims(
      issuer: "Example", id: "document-\(issues)", activation: activation, product: request.product,
      profile: request.profile, issued: now, notBefore: now, expires: now + 30 * TestClock.day,
      renewAfter: now + 15 * TestClock.day, nonce: request.nonce, features: features,
      limits: [.registeredUsers: 100], device: request.device, policy: policy)
    shape(&claims)
    return try? issuer.issue(claims)
  }

  private func revoked(
    _ request: LicenseRequest, _ change: (inout RevocationClaims) -> Void
  ) -> LicenseServerAnswer {
    var claims = RevocationClaims(
      issuer: "Example", id: "revocation-1", activation: "activation-\(activations)",
      profile: request.profile,
      issued: clock.now + ahead, nonce: request.nonce, reason: "the device was stolen")
    change(&claims)
    guard let document = try? issuer.issue(claims) else { return problem(500, "internal") }
    return problem(403, "revoked", more: [("revocation", .string(document))])
  }

  private func failure(_ code: LicenseTransportError.Code) -> LicenseTransportError {
    LicenseTransportError(code, place: place, reason: "the script says so.", remedy: "Change the script.")
  }

  private func ok(_ members: [(String, JSONValue)]) -> LicenseServerAnswer {
    LicenseServerAnswer(status: 200, body: Array(JSONValue.object(members).text.utf8))
  }

  private func problem(
    _ status: Int, _ code: String, detail: String? = nil, more: [(String, JSONValue)] = []
  ) -> LicenseServerAnswer {
    LicenseServerAnswer(
      status: status, body: Array(problemBody(status, code, detail: detail, more: more).utf8))
  }
}

/// A refusal as RFC 9457 has it.
func problemBody(
  _ status: Int, _ code: String, detail: String? = nil, more: [(String, JSONValue)] = []
) -> String {
  var members: [(String, JSONValue)] = [
    ("type", .string("https://license.example/problems/\(code)")), ("title", .string("refused")),
    ("status", .integer(status)), ("code", .string(code)),
  ]
  if let detail { members.append(("detail", .string(detail))) }
  return JSONValue.object(members + more).text
}
