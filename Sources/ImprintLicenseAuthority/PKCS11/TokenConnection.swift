// SPDX-License-Identifier: Apache-2.0
import CPKCS11
import Synchronization

/// A logged-in token and its key; valid until the token is removed.
///
/// Unchecked: the pointer is written once, and its target is thread-safe. A session is not, so each has a
/// lock of its own.
final class TokenConnection: @unchecked Sendable {
  let publicKey: TokenPublicKey
  private let token: TokenHandle
  private let key: UInt
  private let slots: [SessionSlot]
  private let next = Atomic<Int>(0)

  /// The number of concurrent signatures. Small tokens have few more sessions.
  private static let sessions = 4

  /// - Throws: ``TokenError``. At most one login attempt.
  init(_ location: TokenLocation, pin: TokenPIN) throws(TokenError) {
    token = try TokenHandle(location)
    try token.requireKeyName()
    try token.logIn(with: pin)
    key = try token.privateKey()
    publicKey = try token.publicKey(of: key)
    try token.requireSigning(with: publicKey.curve)
    slots = (0..<Self.sessions).map { _ in SessionSlot() }
  }

  /// 64 bytes. Waits if all sessions are busy.
  func sign(_ input: [UInt8]) throws(TokenStatus) -> [UInt8] {
    let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
    let slot = slots[abs(turn % Self.sessions)]
    return try slot.session.withLock { session throws(TokenStatus) in
      let open: UInt
      if let session { open = session } else { open = try token.openSession(writing: false) }
      session = open
      do throws(TokenStatus) {
        return try token.sign(input, with: key, of: publicKey.curve, in: open)
      } catch {
        // An operation may be in progress.
        token.closeSession(open)
        session = nil
        throw error
      }
    }
  }
}

/// A slot for a session, opened on first use.
private final class SessionSlot: Sendable {
  let session = Mutex<UInt?>(nil)
}
