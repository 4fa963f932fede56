// SPDX-License-Identifier: Apache-2.0
import ImprintTransfer
import Synchronization
import Testing

@testable import ImprintListening

/// What is asked of a server, and what its answers mean. Nothing is sent: what is sent is `TransferTests`'.
@Suite struct HTTPSDestinationTests {
  private static let secret = "a-secret-of-a-test"
  private let requests = Requests()

  private final class Requests: Sendable {
    private let state = Mutex<[Transfer.Request]>([])
    var all: [Transfer.Request] { state.withLock { $0 } }
    func add(_ request: Transfer.Request) { state.withLock { $0.append(request) } }
  }

  private func destination(
    _ url: String = "https://recordings.example.com/inbox", token: String? = secret,
    _ configuration: HTTPSListeningDestination.Configuration = .init(),
    answer: TransferResult = TransferResult(status: 201)
  ) throws -> HTTPSListeningDestination {
    try HTTPSListeningDestination(
      url: url, token: token.map { (text) throws(ListeningUploadError) in try ListeningUploadToken(text) },
      configuration: configuration, now: { 1_790_000_000 }
    ) { [requests] request in
      requests.add(request)
      return answer
    }
  }

  private func file(_ name: String = utterance("1.wav")) throws -> ListeningUploadFile {
    try #require(ListeningUploadFile(folder: "/kept", name: name, bytes: Array("abc".utf8)))
  }

  private func answer(_ result: TransferResult) async throws -> ListeningUploadAnswer {
    try await destination(answer: result).take(try file())
  }

  @Test func aFileIsPutBelowThePathWithItsHashAndNeverOverAnother() async throws {
    #expect(try await destination().take(file()) == .taken)
    let request = try #require(requests.all.first)
    #expect(request.url == "https://recordings.example.com/inbox/\(utterance("1.wav"))")
    #expect(request.method == .put && request.body == Array("abc".utf8) && !request.allowsHTTP)
    #expect(
      Set(request.headers) == [
        "Content-Type: audio/wav", "If-None-Match: *", "Authorization: Bearer \(Self.secret)",
        // Of "abc", as FIPS 180-4 has it.
        "Content-Digest: sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:",
      ])
  }

  @Test func metadataIsJSONAndWithoutATokenNoneIsSent() async throws {
    _ = try await destination("https://example.com", token: nil).take(file(utterance("1.json")))
    let request = try #require(requests.all.first)
    #expect(request.url == "https://example.com/\(utterance("1.json"))")
    #expect(request.headers.contains("Content-Type: application/json"))
    #expect(!request.headers.contains { $0.hasPrefix("Authorization") })
  }

  @Test func pinsAreThoseOfTheHostAtTheTime() async throws {
    let digest = [UInt8](repeating: 7, count: 32)
    let pin = try PublicKeyPin(digest: digest)
    var configuration = HTTPSListeningDestination.Configuration()
    configuration.pins = [
      try PinnedHost(host: "recordings.example.com", pins: [pin], expires: 1_790_000_001),
      try PinnedHost(host: "other.example.com", pins: [PublicKeyPin(digest: digest.map { $0 + 1 })]),
    ]
    _ = try await destination("https://recordings.example.com", configuration).take(file())
    #expect(requests.all.first?.pins == digest)
  }

  @Test(arguments: [200, 201, 204]) func whatSaysThatItIsStoredMeansItIsThere(status: Int) async throws {
    #expect(try await answer(TransferResult(status: status)) == .taken)
  }

  @Test func somethingOfItsNameMayBeHalfOfIt() async throws {
    #expect(try await answer(TransferResult(status: 412)) == .wasThere(isVerified: false))
  }

  @Test(arguments: [
    (413, ListeningUploadErrorCode.tooLarge), (400, .refused), (415, .refused), (422, .refused),
    (203, .refused),
    (205, .refused), (206, .refused), (207, .refused), (299, .refused),
  ])
  func someStatusesRefuseTheFile(status: Int, code: ListeningUploadErrorCode) async throws {
    guard case .refused(let error) = try await answer(TransferResult(status: status)) else {
      Issue.record("\(status)")
      return
    }
    #expect(error.code == code && error.place == "https://recordings.example.com:443")
  }

  @Test(arguments: [
    (401, ListeningUploadErrorCode.notAllowed), (403, .notAllowed), (404, .refused), (405, .refused),
    (410, .refused), (301, .answer), (307, .answer), (308, .answer),
  ])
  func someStatusesCloseTheDestination(status: Int, code: ListeningUploadErrorCode) async throws {
    guard case .closed(let error) = try await answer(TransferResult(status: status)) else {
      Issue.record("\(status)")
      return
    }
    #expect(error.code == code)
  }

  @Test(arguments: [
    (202, ListeningUploadErrorCode.server), (408, .server), (425, .server), (429, .server), (500, .server),
    (503, .server), (507, .server), (0, .answer), (199, .answer), (999, .answer),
  ])
  func someStatusesMeanLater(status: Int, code: ListeningUploadErrorCode) async throws {
    let result = TransferResult(status: status, retryAfter: .seconds(9))
    guard case .later(let error, let after) = try await answer(result) else {
      Issue.record("\(status)")
      return
    }
    #expect(error.code == code && after == (code == .server ? .seconds(9) : .zero))
  }

  @Test(arguments: TransferFailure.Kind.allCases, [true, false])
  func whatHasNoAnswerIsForLaterWhereItMayPass(kind: TransferFailure.Kind, isPassing: Bool) async throws {
    let failure = TransferFailure(kind, reason: "It failed.", remedy: "None.", isPassing: isPassing)
    switch try await answer(TransferResult(failure: failure)) {
    case .later(let error, _):
      #expect(isPassing || kind == .cancelled)
      #expect(error.code.rawValue == "\(kind)")
    case .closed(let error):
      #expect(!isPassing && kind != .cancelled)
      #expect(error.code.rawValue == "\(kind)")
    case .taken, .wasThere, .refused: Issue.record("\(kind)")
    }
  }

  @Test func ofAnAnswersContentNothingIsTold() async throws {
    let result = TransferResult(status: 500, body: Array("internal words".utf8))
    #expect(!"\(try await answer(result))".contains("internal"))
  }

  @Test(arguments: [
    "http://example.com", "ftp://example.com/a", "example.com", "", "https://ada:pass-word@example.com",
    "https://example.com/?key=pass-word", "https://example.com/#pass-word", "https://exämple.com",
    "https:// x",
  ])
  func anAddressThatIsNotOneOfHTTPSIsRefusedAndNotShown(url: String) throws {
    let error = #expect(throws: ListeningUploadError.self) { try destination(url) }
    #expect(error?.code == .address && error?.description.contains("pass-word") == false)
  }

  @Test func settingsThatCannotBeUsedAreRefused() throws {
    var roots = HTTPSListeningDestination.Configuration()
    roots.trustedRoots = .only(pem: "no certificate")
    var agent = HTTPSListeningDestination.Configuration()
    agent.userAgent = "a\r\nX-Own: b"
    var proxy = HTTPSListeningDestination.Configuration()
    proxy.proxy = .url("gopher://example.com")
    for (configuration, code) in [
      (roots, ListeningUploadErrorCode.certificate), (agent, .address), (proxy, .address),
    ] {
      let error = #expect(throws: ListeningUploadError.self) {
        try destination("https://example.com", configuration)
      }
      #expect(error?.code == code)
    }
  }

  @Test(arguments: ["", "a b", "a\r\nX-Own: b", "ä", String(repeating: "a", count: 4097)])
  func aTokenThatCouldBeAHeaderOfItsOwnIsRefused(token: String) throws {
    let error = #expect(throws: ListeningUploadError.self) { try ListeningUploadToken(token) }
    #expect(error?.code == .badOption && (token.isEmpty || error?.description.contains(token) == false))
  }

  @Test func aTokenAndThePathAreNeverShown() throws {
    let destination = try destination("https://example.com/a-hidden-place")
    var texts = ["\(destination)", String(reflecting: destination), destination.place]
    let token = try ListeningUploadToken(Self.secret)
    texts += ["\(token)", String(reflecting: token)]
    for value in [destination, token] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      texts.append(dumped)
    }
    #expect(texts.allSatisfy { !$0.contains(Self.secret) && !$0.contains("a-hidden-place") })
  }

  @Test func anotherPathIsAnotherDestination() throws {
    let (one, other) = (try destination("https://example.com/a"), try destination("https://example.com/b"))
    #expect(
      try one.identity != other.identity && one.identity == destination("https://example.com/a/").identity)
  }
}
