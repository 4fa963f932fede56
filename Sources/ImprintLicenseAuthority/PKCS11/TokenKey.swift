// SPDX-License-Identifier: Apache-2.0
import CPKCS11
public import ImprintSignedDocuments
import Synchronization

/// A private key that never leaves its PKCS#11 token, and signs there.
///
/// Safe from any thread; four signatures are made at once, others wait. When the token was taken out and put
/// in again, or its sessions were ended, the next signature opens it once more. A PIN that the token has
/// refused is never tried again, so that a server under load does not lock its own token.
public final class TokenKey: Sendable {
  public let location: TokenLocation
  /// What its certificate certifies: a DER SubjectPublicKeyInfo, P-256 or Ed25519.
  public let publicKey: [UInt8]
  private let pin: TokenPIN
  private let verifier: TokenPublicKey
  private let state: Mutex<State>

  private enum State {
    case connected(TokenConnection)
    /// It has gone; the next call looks for it.
    case lost
    /// It refused the PIN, and is not asked again.
    case refused(TokenError)
  }

  /// Opens a key that is there: one attempt to log in.
  /// - Throws: ``TokenError``.
  public init(at location: TokenLocation, pin: TokenPIN) throws(TokenError) {
    let connection = try TokenConnection(location, pin: pin)
    self.location = location
    self.pin = pin
    verifier = connection.publicKey
    publicKey = verifier.der
    state = Mutex(.connected(connection))
  }

  /// Makes a key pair in a token, which it cannot leave, and opens it.
  /// - Parameter location: its URI names the key to be made by `object`, by `id`, or both.
  /// - Throws: ``TokenError``; `keyExists` where a key of that name is there.
  public static func generate(
    _ algorithm: SignatureAlgorithm, at location: TokenLocation, pin: TokenPIN
  ) throws(TokenError) -> TokenKey {
    do {
      let token = try TokenHandle(location)
      try token.requireKeyName()
      try token.logIn(with: pin, writing: true)
      try token.requireSigning(with: TokenPublicKey.curve(of: algorithm))
      guard try !token.hasPrivateKey() else {
        throw TokenError(
          .keyExists, place: location.uri, reason: "the token has a key of this name already.",
          remedy: "Choose another name, or use the key that is there.")
      }
      try token.generate(TokenPublicKey.curve(of: algorithm))
    }
    return try TokenKey(at: location, pin: pin)
  }

  /// What it signs licences with.
  public var algorithm: SignatureAlgorithm {
    switch verifier {
    case .p256: .es256
    case .ed25519: .edDSA
    }
  }

  /// Signs: ECDSA with SHA-256 as R and S, or Ed25519. Either has 64 bytes, and was verified before it is
  /// returned. Blocks for as long as the token takes, which is a millisecond to a second.
  /// - Throws: ``TokenError``.
  public func sign(_ bytes: [UInt8]) throws(TokenError) -> [UInt8] {
    let input = verifier.input(for: bytes)
    let signature: [UInt8]
    let connection = try connection(replacing: nil)
    do {
      signature = try connection.sign(input)
    } catch  where error.isLoss {
      let again = try self.connection(replacing: connection)
      do { signature = try again.sign(input) } catch { throw error.error(location) }
    } catch {
      throw error.error(location)
    }
    guard verifier.verifies(signature, of: bytes) else {
      throw TokenError(
        .tokenFailed, place: location.uri,
        reason: "what the token signed does not verify with its public key.",
        remedy: "Check that the token's public key belongs to its private key.")
    }
    return signature
  }

  /// The connection that is good; made anew where it is the one that a caller has lost.
  private func connection(replacing lost: TokenConnection?) throws(TokenError) -> TokenConnection {
    try state.withLock { state throws(TokenError) in
      switch state {
      case .refused(let error): throw error
      case .connected(let connection) where connection !== lost: return connection
      case .connected, .lost: break
      }
      state = .lost
      do throws(TokenError) {
        let connection = try TokenConnection(location, pin: pin)
        guard connection.publicKey.der == publicKey else {
          throw TokenError(
            .otherKey, place: location.uri,
            reason: "the token that came back holds another key of this name.",
            remedy: "Connect the token that was there at the start.")
        }
        state = .connected(connection)
        return connection
      } catch {
        if error.code == .pinRefused || error.code == .pinLocked { state = .refused(error) }
        throw error
      }
    }
  }
}
