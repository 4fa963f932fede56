// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

extension CardError {
  /// What a plugin answered, in the words of cards.
  init(_ error: PluginCallError) {
    let code: Code =
      switch error.code {
      case .timeout: .timeout
      case .busy: .busy
      case .argument: .command
      case .state: .closed
      case .unsupported: .unsupported
      case .deviceGone: .readerGone
      case .deviceMissing: .readerMissing
      case .deviceDenied, .entitlement, .otherEntitlement: .denied
      case .deviceFailed, .otherDevice: .readerFailed
      case .service: .service
      case .cardMissing: .cardMissing
      case .cardMute: .cardMute
      case .cardReset: .cardWasReset
      case .cancelled: .cancelled
      default: .plugin
      }
    // The one sentence that matters most is ours: what is gone, and how to go on.
    guard code != .cardWasReset else {
      self = .cardWasReset
      return
    }
    self.init(code, place: error.place, reason: error.reason, remedy: error.remedy)
  }
}
