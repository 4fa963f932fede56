// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Reads a request's body: bounded in bytes and in time.
enum RequestBodyReader {
  /// docs/reference/licenses.md
  static let limit = 65_536

  /// A body that does not arrive within `seconds` loses its connection: who sends a byte now and then shall not
  /// keep one.
  /// - Throws: `too-large`; `bad-request` where the connection ends within the body.
  static func read(
    _ request: Request, over channel: any Channel, seconds: Int
  ) async throws(LicenseProblem) -> [UInt8] {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw LicenseService.tooLarge
    }
    let deadline = channel.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
      channel.close(promise: nil)
    }
    defer { deadline.cancel() }
    var bytes: [UInt8] = []
    do {
      for try await part in request.body {
        guard bytes.count + part.readableBytes <= limit else { throw LicenseService.tooLarge }
        bytes.append(contentsOf: part.readableBytesView)
      }
    } catch let problem as LicenseProblem {
      throw problem
    } catch {
      throw .badRequest("The request ended too early.")
    }
    return bytes
  }
}
