// SPDX-License-Identifier: Apache-2.0
public import ImprintTransfer

/// A server that recordings are sent to, each by one request:
///
///     PUT <url>/<name>
///     Authorization: Bearer <token>
///     Content-Type: audio/wav, application/json
///     Content-Digest: sha-256=:<hash of the content>:
///     If-None-Match: *
///
/// A status of 200, 201 and 204 says that the file is safe there, and 412 that something of its name, which
/// no other file has, was there before: all of it or a part, so that the file is never removed here. 413 and
/// the other statuses of 200 and 400 refuse the file; 401, 403, 404, 405 and 410 all files. 202, 408, 425,
/// 429 and those of 500 mean later, after `Retry-After` where that is said.
/// Redirects are not followed, and of the answer's content nothing is used.
///
/// HTTPS alone, TLS 1.2 or later, with verified chains, and pinned keys where there are some.
public struct HTTPSListeningDestination: ListeningDestination, CustomStringConvertible, CustomReflectable {
  /// How the server is reached.
  public struct Configuration: Sendable {
    /// Default: the system's.
    public var trustedRoots: TrustedRoots = .system
    /// Default: none, any key of a trusted chain.
    public var pins: PublicKeyPins = []
    /// Name resolution, connection, proxy and TLS handshake: 100 ms to 10 min; default: 10 s.
    public var connectTimeout: Duration = .seconds(10)
    /// All of one file: 100 ms to 10 min; default: 2 min.
    public var timeout: Duration = .seconds(120)
    /// Default: from the environment.
    public var proxy: Proxy = .environment
    /// Printable ASCII; default: `imprint-listening`.
    public var userAgent = "imprint-listening"

    public init() {}
  }

  /// A server of recordings says little; a longer answer is not read to its end.
  static let answerLimit = 64 * 1024

  typealias Send = @Sendable (Transfer.Request) async -> TransferResult

  /// Scheme, host and port. The path is not told: it may be secret.
  public let place: String
  /// Ends with a slash.
  private let base: String
  private let host: String
  private let token: ListeningUploadToken?
  private let pins: PublicKeyPins
  private let connection: ConnectionSettings
  private let now: @Sendable () -> Int64
  private let send: Send

  /// Nothing is sent yet.
  /// - Parameter url: `https://host[:port][/path]`; files are below the path.
  /// - Throws: ``ListeningUploadError`` `address` for anything else, an invalid proxy or user agent;
  ///   `certificate` if the roots are not PEM.
  public init(
    url: String, token: ListeningUploadToken? = nil, configuration: Configuration = Configuration()
  ) throws(ListeningUploadError) {
    try self.init(url: url, token: token, configuration: configuration, now: WallClock.now) { request in
      guard let transfer = Transfer(request) else { return .noResources }
      return await transfer.run()
    }
  }

  /// - Parameter now: seconds since 1970 UTC, for the expiry of pins.
  init(
    url: String, token: ListeningUploadToken?, configuration: Configuration,
    now: @escaping @Sendable () -> Int64, send: @escaping Send
  ) throws(ListeningUploadError) {
    let parts = try Self.judged(url)
    place = parts.place
    host = parts.host
    base = parts.url.hasSuffix("/") ? parts.url : parts.url + "/"
    connection = ConnectionSettings(
      roots: configuration.trustedRoots, proxy: configuration.proxy,
      connectTimeout: configuration.connectTimeout, timeout: configuration.timeout,
      userAgent: configuration.userAgent)
    if let problem = connection.problem {
      throw ListeningUploadError(
        problem == .roots ? .certificate : .address, place: parts.place, reason: problem.words.reason,
        remedy: problem.words.remedy)
    }
    (self.token, pins, self.now, self.send) = (token, configuration.pins, now, send)
  }

  // The URL is not shown: it may hold a password.
  private static func judged(_ url: String) throws(ListeningUploadError) -> URLParts {
    guard let parts = URLParts(url) else { throw error("it is no URL in printable ASCII.") }
    guard parts.scheme == "https" else {
      throw error(
        parts.scheme == "http"
          ? "it is http: all could hear what was said on its way." : "its scheme is not https.")
    }
    guard !parts.hasUser else { throw error("it holds a user's name; a server knows a token.") }
    guard !parts.hasTail else { throw error("it holds a query or a fragment.") }
    return parts
  }

  private static func error(_ reason: String) -> ListeningUploadError {
    ListeningUploadError(
      .address, place: "server's URL", reason: reason,
      remedy: "Write it as https://recordings.example.com/inbox, with a port where it is needed.")
  }

  public var identity: String { "https \(base)" }
  public var description: String { "HTTPSListeningDestination(\(place))" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  public func take(_ file: ListeningUploadFile) async -> ListeningUploadAnswer {
    var headers = [
      "Content-Type: \(file.kind.rawValue)",
      "Content-Digest: sha-256=:\(Base64Digest.encode(ContentHash(of: file.bytes).bytes)):",
      "If-None-Match: *",
    ]
    if let token { headers.append("Authorization: Bearer \(token.secret)") }
    let result = await send(
      Transfer.Request(
        .put, base + file.name, headers: headers, body: file.bytes, answerLimit: Self.answerLimit,
        connection: connection, pins: pins.pins(of: host, at: now())))
    return ListeningUploadAnswer(result, place: place)
  }
}
