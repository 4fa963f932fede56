// SPDX-License-Identifier: Apache-2.0
internal import Hummingbird
internal import NIOCore

/// What a responder knows of the connection that a request came over.
struct LicenseRequestContext: InitializableFromSource {
  typealias Source = ApplicationRequestContextSource

  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
  }

  /// The address at the other end; a proxy's, if there is one.
  var peer: String { channel.remoteAddress?.ipAddress ?? "unknown" }
}
