// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintTransfer
import Synchronization
import TestSupport
import Testing

@testable import ImprintListening

/// Servers that say what no server should: all of it has an end.
@Suite(.timeLimit(.minutes(1))) struct HostileServerTests {
  private func transfer(_ server: LoopbackServer, timeout: Duration = .seconds(50)) async throws
    -> TransferResult
  {
    let connection = ConnectionSettings(
      roots: .system, proxy: .none, connectTimeout: .seconds(10), timeout: timeout, userAgent: "test")
    let request = Transfer.Request(
      .put, "http://127.0.0.1:\(server.port)/a", headers: [], body: Array("RIFF".utf8),
      answerLimit: HTTPSListeningDestination.answerLimit, connection: connection, pins: [], allowsHTTP: true)
    return await (try #require(Transfer(request))).run()
  }

  @Test(arguments: [
    (
      "HTTP/1.1 201 Created\r\n",
      String(repeating: "X-Own: \(String(repeating: "a", count: 80))\r\n", count: 50)
    ),
    // Answers before the answer.
    ("", String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n", count: 50)),
    ("HTTP/1.1 201 Created\r\n\r\n", String(repeating: "a", count: 8192)),
    ("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
    (
      "HTTP/1.1 500 Broken\r\nContent-Length: 9000000000000000000\r\n\r\n",
      String(repeating: "a", count: 8192)
    ),
    ("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-Trailer: a\r\n"),
  ]) func anAnswerWithoutAnEndIsLeft(begin: String, rest: String) async throws {
    let server = try LoopbackServer(begin, rest: rest)
    let failure = try await transfer(server).failure
    #expect(failure?.kind == .answer)
    #expect(ListeningUploadAnswer(TransferResult(failure: failure), place: "server") != .taken)
  }

  @Test(arguments: ["HTTP/1.1 2", "HTTP/1.1 201 Created\r\n", "HTTP/1.1 201 Created\r\n\r\n"])
  func anAnswerThatDripsIsLeftInTime(begin: String) async throws {
    let server = try LoopbackServer(begin, rest: "H", pause: .milliseconds(20))
    #expect(try await transfer(server, timeout: .milliseconds(300)).failure?.kind == .timeout)
  }

  @Test(
    arguments: [
      ("7", 7), ("0", 0), ("-5", 0), ("86401", 86_400), ("9223372036854775807", 86_400),
      // More than any number: none, as libcurl reads it.
      ("99999999999999999999999", 0), ("soon", 0), ("", 0),
      ("Thu, 01 Jan 1970 00:00:01 GMT", 0), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
      ("Fri, 99 Dec 9999 99:99:99 GMT", 0),
    ] as [(String, Int)])
  func whatItAsksForIsADayAtMostAndNeverLessThanNothing(header: String, seconds: Int) async throws {
    let server = try LoopbackServer(
      "HTTP/1.1 503 Busy\r\nRetry-After: \(header)\r\nContent-Length: 0\r\n\r\n")
    let result = try await transfer(server)
    #expect(result.status == 503 && result.retryAfter == .seconds(seconds))
  }

  /// What a network with a page of its own answers on the port of https, and broken TLS.
  @Test(arguments: [
    "HTTP/1.1 302 Found\r\nLocation: http://login.example.com/?secret\r\n\r\n", "\u{16}\u{3}\u{1}garbage",
  ]) func aCertificateIsToldAsWhatItIsOnceAndInTheBackground(answer: String) async throws {
    let folder = try TemporaryFolder()
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let server = try LoopbackServer(answer)
    var configuration = HTTPSListeningDestination.Configuration()
    configuration.proxy = .none
    let destination = try HTTPSListeningDestination(
      url: "https://127.0.0.1:\(server.port)/hidden", token: ListeningUploadToken("a-secret-of-a-test"),
      configuration: configuration)
    let uploader = try ListeningUploader(
      from: recordings.archive, to: destination, options: ListeningUploadOptions(), pace: Delays().pace())
    let error = await #expect(throws: ListeningUploadError.self) { try await uploader.upload() }
    #expect(error?.code == .certificate && error?.place == destination.place)
    for hidden in ["hidden", "secret"] { #expect(error?.description.contains(hidden) == false) }
    var events = try await uploader.start().makeAsyncIterator()
    var told: ListeningUploadError?
    while told == nil, let event = await events.next() {
      if case .postponed(let error, _) = event { told = error }
    }
    #expect(told == error)
    await uploader.stop()
    #expect(try recordings.marks.isEmpty && Recordings.names(recordings.folder).count == 2)
  }

  @Test func whatALibraryQuotesOfAnAddressIsNotTold() {
    #expect(PlainText.detail("Unsupported proxy scheme for 'gopher://ada:pass-word@example.com'").isEmpty)
    #expect(PlainText.detail("Unsupported proxy syntax in 'ada:pass-word@example.com'").isEmpty)
    #expect(PlainText.detail("Failed to connect to example.com port 443").contains("example.com"))
    #expect(PlainText.detail("a\u{1B}[2Jb") == "a?[2Jb")
  }
}
