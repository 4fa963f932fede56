// SPDX-License-Identifier: Apache-2.0
import CPKCS11

/// The status of a function of the module, and which function.
struct TokenStatus: Error {
  let value: UInt
  let doing: String

  /// - Throws: the status, unless it is success.
  static func check(_ value: UInt, _ doing: String) throws(TokenStatus) {
    guard value == 0 else { throw TokenStatus(value: value, doing: doing) }
  }

  /// Whether reopening the token may help: it was removed, or its sessions were closed.
  var isLoss: Bool {
    [
      IMP_P11_DEVICE_ERROR, IMP_P11_DEVICE_REMOVED, IMP_P11_KEY_HANDLE_INVALID, IMP_P11_OBJECT_HANDLE_INVALID,
      IMP_P11_SESSION_CLOSED, IMP_P11_SESSION_HANDLE_INVALID, IMP_P11_TOKEN_NOT_PRESENT,
      IMP_P11_USER_NOT_LOGGED_IN, IMP_P11_CRYPTOKI_NOT_INITIALIZED,
    ].contains(Int(value))
  }

  /// The status in words.
  func error(_ location: TokenLocation, flags: UInt32 = 0, words: String = "") -> TokenError {
    func error(_ code: TokenError.Code, _ reason: String, _ remedy: String) -> TokenError {
      TokenError(code, place: location.uri, reason: reason, remedy: remedy)
    }
    switch Int(value) {
    case IMP_P11_NO_MODULE:
      return TokenError(
        .module, place: location.module, reason: "the PKCS#11 module cannot be loaded: \(words).",
        remedy: "Install the module of your token, and give its path.")
    case IMP_P11_BAD_URI:
      return error(
        .uri, "it is not a PKCS#11 URI (RFC 7512).", "Write it like pkcs11:token=NAME;object=KEY")
    case IMP_P11_PIN_IN_URI:
      return TokenError(
        .uri, place: "PKCS#11 URI", reason: "it carries a PIN, or names where one is.",
        remedy: "Leave it out, and name a PIN file: --pin-file FILE.")
    case IMP_P11_NO_KEY_IN_URI:
      return error(.uri, "it does not say which key.", "Add the key's label: ;object=KEY")
    case IMP_P11_PIN_INCORRECT, IMP_P11_PIN_INVALID, IMP_P11_PIN_LEN_RANGE, IMP_P11_PIN_EXPIRED:
      return error(
        .pinRefused, "the token refused the PIN; \(Self.tries(left: flags)). It is not tried again.",
        "Correct the PIN and start anew.")
    case IMP_P11_PIN_LOCKED:
      return error(
        .pinLocked, "the token is locked, after too many wrong PINs.",
        "Unlock it with its security officer's PIN.")
    case IMP_P11_USER_PIN_NOT_INITIALIZED:
      return error(.pinLocked, "the token has no user PIN yet.", "Set one with the token's own program.")
    case IMP_P11_MECHANISM_INVALID:
      return error(
        .mechanismMissing, "the token does not know what is needed for \(doing).",
        "Use a key of the other kind (ES256 or EdDSA), or another token.")
    case IMP_P11_KEY_FUNCTION_NOT_PERMITTED:
      return error(.keyUnsuitable, "the key may not sign.", "Make a key with the attribute CKA_SIGN.")
    case _ where isLoss:
      return error(
        .tokenLost, "\(doing) failed: the token is gone, or is another (CKR \(hex)).",
        "Connect the token again; nothing has to be restarted.")
    default:
      return error(
        .tokenFailed, "\(doing) failed with CKR \(hex).", "Look the number up in the token's manual.")
    }
  }

  private var hex: String { "0x" + String(value, radix: 16, uppercase: true) }

  /// PKCS#11 reports no count, only when few tries are left.
  private static func tries(left flags: UInt32) -> String {
    switch Int(flags) {
    case let flags where flags & IMP_P11_FLAG_PIN_LOCKED != 0: "no try is left: it is locked"
    case let flags where flags & IMP_P11_FLAG_PIN_FINAL_TRY != 0: "one try is left before it locks itself"
    case let flags where flags & IMP_P11_FLAG_PIN_COUNT_LOW != 0: "it counts wrong tries, and few are left"
    default: "it reports no shortage of tries"
    }
  }
}
