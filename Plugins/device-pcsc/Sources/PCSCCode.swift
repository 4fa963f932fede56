// SPDX-License-Identifier: Apache-2.0
import CPCSC
import Glibc
import ImprintPluginKit

/// What a winscard function answered.
struct PCSCCode: Hashable {
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  static let success = PCSCCode(CPCSC_S_SUCCESS)
  static let timeout = PCSCCode(CPCSC_E_TIMEOUT)
  static let cancelled = PCSCCode(CPCSC_E_CANCELLED)
  /// Another connection has a transaction, or the reader exclusively.
  static let sharingViolation = PCSCCode(CPCSC_E_SHARING_VIOLATION)
  static let unknownReader = PCSCCode(CPCSC_E_UNKNOWN_READER)
  static let unsupported = PCSCCode(CPCSC_E_UNSUPPORTED_FEATURE)
  static let tooSmall = PCSCCode(CPCSC_E_INSUFFICIENT_BUFFER)
  static let noMemory = PCSCCode(CPCSC_E_NO_MEMORY)
  static let protocolMismatch = PCSCCode(CPCSC_E_PROTO_MISMATCH)
  static let reset = PCSCCode(CPCSC_W_RESET_CARD)

  /// pcscd does not answer any more.
  var isLossOfService: Bool {
    isBrokenConnection || [CPCSC_E_NO_SERVICE, CPCSC_E_SERVICE_STOPPED].contains(value)
  }

  /// The connection to pcscd has ended while it was read. pcsc-lite says SECURITY_VIOLATION where it was
  /// reset: pcscd closes the connection of whom it refuses, and so does the system that of a pcscd that was
  /// killed.
  var isBrokenConnection: Bool { [CPCSC_F_COMM_ERROR, CPCSC_W_SECURITY_VIOLATION].contains(value) }

  var isLossOfCard: Bool { [CPCSC_W_REMOVED_CARD, CPCSC_E_NO_SMARTCARD].contains(value) }

  var isMute: Bool {
    [CPCSC_W_UNRESPONSIVE_CARD, CPCSC_W_UNPOWERED_CARD, CPCSC_W_UNSUPPORTED_CARD].contains(value)
  }

  var isLossOfReader: Bool { value == CPCSC_E_READER_UNAVAILABLE }

  var words: String { String(cString: cpcsc_words(value)).filter { $0 != "\n" } }

  /// The failures that mean the same whatever was asked; `nil` for the others.
  func failure(_ reader: String) -> PluginFailure? {
    if isLossOfService { return Self.serviceFailure() }
    if isLossOfCard {
      return PluginFailure(
        .cardMissing, "\(reader): the card was removed or replaced; insert it and reconnect.")
    }
    if isMute {
      return PluginFailure(
        .cardMute,
        "\(reader): the card does not answer (\(words)) Remove it, and insert it the right way round.")
    }
    if isLossOfReader {
      return PluginFailure(.deviceGone, "\(reader): the reader is gone; plug it in and list readers again.")
    }
    switch self {
    case .reset:
      return PluginFailure(
        .cardReset,
        "\(reader): the card was reset. Selection and verification are lost; reconnect and start over."
      )
    case .sharingViolation:
      return PluginFailure(
        .busy, "\(reader): another program has the card, or a transaction on it; try again when it has ended."
      )
    case .unknownReader:
      return PluginFailure(.deviceMissing, "There is no reader '\(reader)'; list them to see their names.")
    case .protocolMismatch:
      return PluginFailure(
        .unsupported, "\(reader): the card supports none of the requested protocols.")
    case .noMemory: return PluginFailure(.memory, "\(reader): pcscd or its library has no memory left.")
    default: return nil
    }
  }

  static let denied = PluginFailure(
    .deviceDenied,
    "pcscd refuses this user by polkit's rules. Log in at this machine, or allow org.debian.pcsc-lite.access_pcsc "
      + "and access_card to this user in /etc/polkit-1/rules.d.")

  /// Where pcsc-lite looks for pcscd: what a variable names, or the place of Debian's build.
  private static var socket: String {
    getenv("PCSCLITE_CSOCK_NAME").map { String(cString: $0) } ?? "/run/pcscd/pcscd.comm"
  }

  /// Says why pcscd cannot be reached.
  private static func serviceFailure() -> PluginFailure {
    let socket = socket
    if access(socket, R_OK | W_OK) == 0 {
      return PluginFailure(
        .service,
        "pcscd does not answer at \(socket): it has ended. Start it: systemctl restart pcscd.socket.")
    }
    if errno == EACCES {
      return PluginFailure(
        .deviceDenied,
        "\(socket) may not be opened by this user; check the mode of the socket and its folder.")
    }
    return PluginFailure(
      .service,
      "pcscd does not run (\(socket) is not there). Install it (package pcscd), or start it: "
        + "systemctl start pcscd.socket.")
  }
}
