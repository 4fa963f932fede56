// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

extension CardError {
  /// Maps plugin errors to card errors.
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
    // Our own message for the most important one: what is lost, and how to continue.
    guard code != .cardWasReset else {
      self = .cardWasReset
      return
    }
    self.init(code, place: error.place, reason: error.reason, remedy: error.remedy)
  }
}
