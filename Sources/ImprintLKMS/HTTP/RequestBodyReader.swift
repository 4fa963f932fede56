// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Reads a request's body once, bounded in bytes and in time.
struct RequestBodyReader {
  /// docs/reference/licenses.md
  static let limit = 65_536
  /// Bytes to drain: closing on a client that is still sending would reset the connection and lose the
  /// response.
  private static let courtesy = 1_048_576

  private let request: Request
  private let channel: any Channel
  private let seconds: Int
  /// A body has a single iterator; `nil` before its use.
  private var iterator: RequestBody.AsyncIterator?
  private var isAtEnd = false

  init(_ request: Request, over channel: any Channel, seconds: Int) {
    self.request = request
    self.channel = channel
    self.seconds = seconds
  }

  /// The body. One that does not arrive in time loses its connection, so that slow senders cannot hold one.
  /// - Throws: `too-large`; `bad-request` if the connection ends within the body.
  mutating func read() async throws(LicenseProblem) -> [UInt8] {
    guard (statedLength ?? 0) <= Self.limit else { throw LicenseService.tooLarge }
    var bytes: [UInt8] = []
    do {
      try await withDeadline { reader in
        while let part = try await reader.next() {
          guard bytes.count + part.readableBytes <= Self.limit else { throw LicenseService.tooLarge }
          bytes.append(contentsOf: part.readableBytesView)
        }
      }
    } catch let problem as LicenseProblem {
      throw problem
    } catch {
      throw .badRequest("The request ended too early.")
    }
    return bytes
  }

  /// Whether so little is left that the connection can be kept after an early response.
  var leavesLittle: Bool {
    if isAtEnd { return true }
    guard iterator == nil else { return false }
    if let statedLength { return statedLength <= Self.limit }
    return request.headers[.transferEncoding] == nil
  }

  /// Whether nothing was read yet.
  var isUntouched: Bool { iterator == nil }

  /// Reads and discards the rest for a while.
  mutating func drain() async {
    do {
      try await withDeadline { reader in
        var count = 0
        while count < Self.courtesy, let part = try await reader.next() { count += part.readableBytes }
      }
    } catch {
      // The connection ends anyway.
      isAtEnd = true
    }
  }

  private mutating func next() async throws -> ByteBuffer? {
    var iterator = iterator ?? request.body.makeAsyncIterator()
    let part = try await iterator.next()
    self.iterator = iterator
    isAtEnd = part == nil
    return part
  }

  private mutating func withDeadline(_ work: (inout RequestBodyReader) async throws -> Void) async throws {
    let deadline = channel.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { [channel] in
      channel.close(promise: nil)
    }
    defer { deadline.cancel() }
    try await work(&self)
  }

  private var statedLength: Int? { request.headers[.contentLength].flatMap { Int($0) } }
}
