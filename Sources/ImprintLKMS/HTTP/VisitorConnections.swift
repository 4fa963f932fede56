// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings
internal import NIOCore
internal import Synchronization

/// Bounds the connections of one visitor, before a handshake is paid for: the server takes no more than
/// ``LicenseServerConfiguration/connectionLimit`` in all, and whoever held them would lock everybody else
/// out.
///
/// It remembers as many names as there are connections, and those of the limiter.
final class VisitorConnections: Sendable {
  private let limit: Int
  private let rate: RateLimiter
  private let proxy: ServerSettings.Proxy?
  private let open = Mutex<[String: Int]>([:])

  init(_ configuration: LicenseServerConfiguration) {
    limit = configuration.visitorConnections
    proxy = configuration.proxy
    // A visitor who asks too often is told so, on whatever connection: only who goes on connecting is not.
    let rate = configuration.visitorRate
    self.rate = RateLimiter(RateLimit(perSecond: 4 * rate.perSecond, burst: 4 * rate.burst))
  }

  /// One more connection.
  /// - Returns: the visitor's name, to be given to ``leave(_:)``; `nil` where it is one too many.
  func enter(_ address: String) -> String? {
    let visitor = RemoteNetwork.visitor(address)
    // All of a proxy's connections are other people's.
    if let proxy, let address = NetworkAddress(address), proxy.trusts(address) { return visitor }
    guard rate.take(visitor) == nil else { return nil }
    return open.withLock { open in
      let count = open[visitor, default: 0]
      guard count < limit else { return nil }
      open[visitor] = count + 1
      return visitor
    }
  }

  /// A connection that was let in has ended.
  func leave(_ visitor: String) {
    open.withLock { open in
      guard let count = open[visitor] else { return }
      open[visitor] = count > 1 ? count - 1 : nil
    }
  }

  /// How many visitors are remembered.
  var count: Int { open.withLock { $0.count } }
}

/// Stands at the door of one connection.
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
