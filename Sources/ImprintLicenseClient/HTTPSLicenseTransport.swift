// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
internal import ImprintTransfer
public import Logging

/// Connects to a licence server over HTTPS.
///
/// TLS 1.2 or later; chain and host name are always verified, and pins in addition if configured. Redirects
/// are never followed. A response has 256 KiB at most. Every request has a connection and a thread of its
/// own, outside the cooperative pool; requests may run concurrently.
public struct HTTPSLicenseTransport: LicenseTransport {
  /// The maximum length of a response's body, 256 KiB; a longer one is not read to its end.
  public static let answerLimit = 256 * 1024

  private let address: ServerAddress
  private let configuration: Configuration
  private let connection: ConnectionSettings
  private let logger: Logger
  private let now: @Sendable () -> Int64
  private let pace: RetryPace

  /// Nothing is sent yet.
  /// - Parameters:
  ///   - serverURL: `https://host[:port][/path]`; endpoints are below the path.
  ///   - logger: receives attempts and their outcomes, never keys or documents.
  /// - Throws: `LicenseTransportError`: `address` for an invalid URL, proxy or user agent, and for `http`
  ///   without the opt-in; `certificate` if the roots are not PEM.
  public init(
    serverURL: String, configuration: Configuration = Configuration(), logger: Logger
  ) throws(LicenseTransportError) {
    try self.init(
      serverURL: serverURL, configuration: configuration, logger: logger, now: WallClock.now, pace: .real)
  }

  /// - Parameter now: Seconds since 1970 UTC, for the expiry of pins. OpenSSL still validates certificates by
  ///   the system's clock.
  init(
    serverURL: String, configuration: Configuration, logger: Logger, now: @escaping @Sendable () -> Int64,
    pace: RetryPace
  ) throws(LicenseTransportError) {
    address = try ServerAddress(serverURL, allowsInsecureHTTP: configuration.allowsInsecureHTTP)
    connection = try configuration.connection(place: address.place)
    self.configuration = configuration
    self.logger = logger
    self.now = now
    self.pace = pace
    if !address.isSecure {
      logger.warning(
        "licence server without TLS: the API key can be read and licences changed on their way",
        metadata: ["license.server": "\(address.place)"])
    }
  }

  public var place: String { address.place }

  /// Takes up to the timeout of `Configuration` for each attempt, plus the delays between.
  /// - Throws: `LicenseTransportError`. A status of 400 or above is a response; after retries, that of the
  ///   last attempt.
  public func send(_ message: LicenseServerMessage) async throws(LicenseTransportError) -> LicenseServerAnswer
  {
    let request = try request(for: message)
    var tries = 0
    while true {
      tries += 1
      let result = try await run(request)
      let judgement = TransferJudgement(result, place: place)
      note(judgement, endpoint: message.endpoint, tries: tries)
      guard judgement.isWorthRetrying,
        let delay = pace.delay(after: tries, retryAfter: result.retryAfter, by: configuration.retries)
      else { return try judgement.outcome.get() }
      do { try await pace.sleep(delay) } catch { throw cancelled }
    }
  }

  private func run(_ request: Transfer.Request) async throws(LicenseTransportError) -> TransferResult {
    guard !Task.isCancelled else { throw cancelled }
    guard let transfer = Transfer(request) else { return .noResources }
    return await transfer.run()
  }

  private func request(for message: LicenseServerMessage) throws(LicenseTransportError) -> Transfer.Request {
    let pins = configuration.pins.pins(of: address.host, at: now())
    guard address.isSecure || pins.isEmpty else {
      throw LicenseTransportError(
        .pin, place: place, reason: "the host is pinned, and without TLS it shows no key.",
        remedy: "Use https, or take the host out of the pins.")
    }
    return Transfer.Request(
      .post, address.base + message.endpoint.path,
      headers: [
        try authorization(message.apiKey), "Content-Type: application/json",
        "Accept: application/json, application/problem+json",
      ],
      body: message.body, answerLimit: Self.answerLimit, connection: connection, pins: pins,
      allowsHTTP: !address.isSecure)
  }

  /// A line end in a key would inject a header.
  private func authorization(_ key: APIKey) throws(LicenseTransportError) -> String {
    guard PlainText.isVisible(key.secret), key.secret.utf8.count <= 512 else {
      throw LicenseTransportError(
        .apiKey, place: place,
        reason: "the API key is empty, longer than 512 bytes, or holds spaces or control characters.",
        remedy: "Take the key as the licence server's operator handed it out: imk_…")
    }
    return "Authorization: Bearer \(key.secret)"
  }

  private var cancelled: LicenseTransportError {
    LicenseTransportError(
      .cancelled, place: place, reason: "the request was cancelled.",
      remedy: "Send it again when it is wanted.")
  }

  private func note(_ judgement: TransferJudgement, endpoint: LicenseEndpoint, tries: Int) {
    var metadata: Logger.Metadata = [
      "license.server": "\(place)", "license.endpoint": "\(endpoint.rawValue)", "license.try": "\(tries)",
    ]
    switch judgement.outcome {
    case .success(let answer):
      metadata["http.status"] = "\(answer.status)"
      logger.debug("licence server answered", metadata: metadata)
    case .failure(let error):
      metadata["error.code"] = "\(error.code.rawValue)"
      metadata["error.reason"] = "\(error.reason)"
      logger.info("licence server not reached", metadata: metadata)
    }
  }
}
