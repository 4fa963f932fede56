// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What is left of a request that was answered before it was read.
enum RequestRest {
  /// Bytes that are read for courtesy: closing on a sender that still sends would take the answer from it.
  private static let courtesy = 1_048_576
  private static let seconds: Int64 = 5

  /// Whether so little is left that the connection can go on.
  static func isShort(_ request: Request) -> Bool {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
      return length <= RequestBodyReader.limit
    }
    return request.headers[.transferEncoding] == nil
  }

  /// Reads on for a while, drops it, and closes the connection.
  static func drain(_ request: Request, over channel: any Channel) async {
    let deadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) { channel.close(promise: nil) }
    var count = 0
    do {
      for try await part in request.body {
        count += part.readableBytes
        if count > courtesy { break }
      }
    } catch {
      // The connection is closed below anyway.
    }
    deadline.cancel()
    channel.close(promise: nil)
  }
}
