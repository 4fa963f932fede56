// SPDX-License-Identifier: Apache-2.0
import CPKCS11

/// The C token, closed with its last owner, and one session that holds the login.
///
/// Unchecked: see ``TokenConnection``. The login's session is used while a connection is made, by one thread.
final class TokenHandle: @unchecked Sendable {
  let location: TokenLocation
  private let token: OpaquePointer
  private var login: UInt?

  init(_ location: TokenLocation) throws(TokenError) {
    guard location.module.hasPrefix("/") else {
      throw TokenError(
        .module, place: location.module, reason: "it is not an absolute path.",
        remedy: "Give the whole path of the PKCS#11 module.")
    }
    self.location = location
    var token: OpaquePointer?
    var words = [CChar](repeating: 0, count: 256)
    let status = imp_p11_open(location.module, location.uri, &token, &words, words.count)
    guard status == 0, let token else {
      throw Self.problem(TokenStatus(value: status, doing: "opening it"), location, words)
    }
    self.token = token
  }

  deinit { imp_p11_close(token) }

  private static func problem(
    _ status: TokenStatus, _ location: TokenLocation, _ words: [CChar]
  ) -> TokenError {
    switch Int(status.value) {
    case IMP_P11_NOT_FOUND:
      TokenError(
        .tokenMissing, place: location.uri, reason: "no token is what the URI says.",
        remedy: "Connect it, or correct the URI: p11tool --list-tokens and pkcs11-tool -L show what there is."
      )
    case IMP_P11_AMBIGUOUS:
      TokenError(
        .ambiguous, place: location.uri, reason: "several tokens are what the URI says.",
        remedy: "Add the token's serial number: ;serial=NUMBER")
    default:
      status.error(
        location,
        words: String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
  }

  func requireKeyName() throws(TokenError) {
    try check(imp_p11_names_key(token), "reading the URI")
  }

  /// Logs in once; not attempted if the token is on its final try.
  func logIn(with pin: TokenPIN, writing: Bool = false) throws(TokenError) {
    let digits = try pin.read()
    let session: UInt
    do { session = try openSession(writing: writing) } catch { throw error.error(location) }
    login = session
    let before = try flags()
    guard before & UInt32(IMP_P11_FLAG_PIN_LOCKED) == 0 else {
      throw TokenStatus(value: UInt(IMP_P11_PIN_LOCKED), doing: "logging in").error(location)
    }
    guard before & UInt32(IMP_P11_FLAG_PIN_FINAL_TRY) == 0 else {
      throw TokenError(
        .pinRefused, place: location.uri,
        reason: "the token has one try left before it locks itself, and it is not used up here.",
        remedy: "Log in with the token's own program, which sets the count back, and start anew.")
    }
    let status = imp_p11_login(token, session, digits, digits.count)
    guard status != 0 else { return }
    throw TokenStatus(value: status, doing: "logging in").error(location, flags: (try? flags()) ?? 0)
  }

  func privateKey() throws(TokenError) -> UInt {
    var key: UInt = 0
    let status = imp_p11_find_private_key(token, try loginSession(), &key)
    switch Int(status) {
    case IMP_P11_NOT_FOUND:
      throw TokenError(
        .keyMissing, place: location.uri, reason: "the token has no private key that is what the URI says.",
        remedy: "Correct the URI, or make a key.")
    case IMP_P11_AMBIGUOUS:
      throw TokenError(
        .ambiguous, place: location.uri, reason: "several private keys are what the URI says.",
        remedy: "Name it by its id too: ;id=%01")
    default: try check(status, "finding the key")
    }
    return key
  }

  func hasPrivateKey() throws(TokenError) -> Bool {
    do { _ = try privateKey() } catch {
      switch error.code {
      case .keyMissing: return false
      case .ambiguous: return true
      default: throw error
      }
    }
    return true
  }

  /// The key's public key, in any of the forms that tokens use.
  func publicKey(of key: UInt) throws(TokenError) -> TokenPublicKey {
    let session = try loginSession()
    let parameters = try bytes("reading the key's curve") {
      imp_p11_curve_parameters(token, session, key, $0, $1, $2)
    }
    let point = try bytes("reading the public key") { imp_p11_public_point(token, session, key, $0, $1, $2) }
    guard let publicKey = TokenPublicKey(parameters: parameters, point: point) else {
      throw unsuitable("it is neither a P-256 nor an Ed25519 key.")
    }
    return publicKey
  }

  func requireSigning(with curve: imp_p11_curve) throws(TokenError) {
    try check(
      imp_p11_signs(token, curve),
      curve == IMP_P11_CURVE_P256 ? "ECDSA signatures" : "EdDSA signatures")
  }

  func generate(_ curve: imp_p11_curve) throws(TokenError) {
    try check(imp_p11_generate(token, try loginSession(), curve), "making a key")
  }

  func sign(
    _ input: [UInt8], with key: UInt, of curve: imp_p11_curve, in session: UInt
  ) throws(TokenStatus) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    try TokenStatus.check(
      imp_p11_sign(token, session, key, curve, input, input.count, &signature), "signing")
    return signature
  }

  func openSession(writing: Bool) throws(TokenStatus) -> UInt {
    var session: UInt = 0
    try TokenStatus.check(imp_p11_session_open(token, writing ? 1 : 0, &session), "opening a session")
    return session
  }

  func closeSession(_ session: UInt) { imp_p11_session_close(token, session) }

  private func flags() throws(TokenError) -> UInt32 {
    var flags: UInt32 = 0
    try check(imp_p11_token_flags(token, &flags), "reading the token's state")
    return flags
  }

  private func loginSession() throws(TokenError) -> UInt {
    guard let login else {
      throw TokenStatus(value: UInt(IMP_P11_USER_NOT_LOGGED_IN), doing: "logging in").error(location)
    }
    return login
  }

  /// An attribute, up to 256 bytes: the largest needed has 67.
  private func bytes(
    _ doing: String, _ read: (UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>) -> UInt
  ) throws(TokenError) -> [UInt8] {
    var count = 0
    var status: UInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { room, length in
      status = read(room.baseAddress, room.count, &count)
      length = status == 0 ? min(count, room.count) : 0
    }
    switch Int(status) {
    case IMP_P11_NOT_FOUND:
      throw unsuitable("its public key is not in the token beside it.")
    case IMP_P11_AMBIGUOUS:
      throw unsuitable("several public keys of the token have its name.")
    case IMP_P11_ATTRIBUTE_TYPE_INVALID, IMP_P11_ATTRIBUTE_SENSITIVE, IMP_P11_BUFFER_TOO_SMALL:
      throw unsuitable("it is neither a P-256 nor an Ed25519 key.")
    default: try check(status, doing)
    }
    return bytes
  }

  private func unsuitable(_ reason: String) -> TokenError {
    TokenError(
      .keyUnsuitable, place: location.uri, reason: reason, remedy: "Name another key, or make one.")
  }

  private func check(_ status: UInt, _ doing: String) throws(TokenError) {
    do { try TokenStatus.check(status, doing) } catch { throw error.error(location) }
  }
}
