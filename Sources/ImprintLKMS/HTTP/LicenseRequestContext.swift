// SPDX-License-Identifier: Apache-2.0
internal import Hummingbird
internal import NIOCore

/// The context of a request's connection.
struct LicenseRequestContext: InitializableFromSource {
  typealias Source = ApplicationRequestContextSource

  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
  }

  /// The peer's address; a proxy's, if there is one.
  var peer: String { channel.remoteAddress?.ipAddress ?? "unknown" }
}
