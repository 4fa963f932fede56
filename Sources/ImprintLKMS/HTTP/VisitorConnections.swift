// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings
internal import NIOCore
internal import Synchronization

/// Limits the connections per visitor, before the cost of a handshake: the server accepts at most
/// ``LicenseServerConfiguration/connectionLimit`` in total, and a visitor holding them all would be a denial
/// of service.
///
/// Stores one name per connection, and those of the limiter.
final class VisitorConnections: Sendable {
  private let limit: Int
  private let rate: RateLimiter
  private let proxy: ServerSettings.Proxy?
  private let open = Mutex<[String: Int]>([:])

  init(_ configuration: LicenseServerConfiguration) {
    limit = configuration.visitorConnections
    proxy = configuration.proxy
    // A visitor with too many requests gets an error response; one with too many connections does not.
    let rate = configuration.visitorRate
    self.rate = RateLimiter(RateLimit(perSecond: 4 * rate.perSecond, burst: 4 * rate.burst))
  }

  /// One more connection.
  /// - Returns: the visitor's name, for ``leave(_:)``; `nil` if the limit is exceeded.
  func enter(_ address: String) -> String? {
    let visitor = RemoteNetwork.visitor(address)
    // A proxy's connections belong to other visitors.
    if let proxy, let address = NetworkAddress(address), proxy.trusts(address) { return visitor }
    guard rate.take(visitor) == nil else { return nil }
    return open.withLock { open in
      let count = open[visitor, default: 0]
      guard count < limit else { return nil }
      open[visitor] = count + 1
      return visitor
    }
  }

  /// An admitted connection has ended.
  func leave(_ visitor: String) {
    open.withLock { open in
      guard let count = open[visitor] else { return }
      open[visitor] = count > 1 ? count - 1 : nil
    }
  }

  /// The number of stored visitors.
  var count: Int { open.withLock { $0.count } }
}

/// Admits or rejects one connection.
final class VisitorConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let connections: VisitorConnections
  private let onRefused: @Sendable () -> Void
  private var visitor: String?

  init(_ connections: VisitorConnections, onRefused: @escaping @Sendable () -> Void) {
    self.connections = connections
    self.onRefused = onRefused
  }

  func channelActive(context: ChannelHandlerContext) {
    visitor = connections.enter(context.channel.remoteAddress?.ipAddress ?? "unknown")
    guard visitor != nil else {
      onRefused()
      context.close(promise: nil)
      return
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let visitor { connections.leave(visitor) }
    visitor = nil
    context.fireChannelInactive()
  }
}
