// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import CryptoExtras
internal import ImprintFiles
internal import ImprintModel

/// The file that says whose an application is: `<application>/account`.
///
///     8 bytes   "imprvacc"
///     1 byte    version, 1
///     32 bytes  salt
///     32 bytes  scrypt of user name and password (N 16,384, r 8, p 1)
///     32 bytes  SHA-256 of all before
enum VoiceAccount {
  static let fileName = "account"
  private static let head = Array("imprvacc".utf8) + [1]
  private static let saltBytes = 32
  private static let keyBytes = 32

  /// Makes the account of an application that has none, else compares with it.
  /// - Throws: `wrongCredentials`, `damaged`.
  static func check(
    _ credentials: VoiceCredentials, in folder: KeptFolder<VoiceError>
  ) async throws(VoiceError) {
    // Outside of the lock, as it takes some 50 ms.
    guard let known = try read(in: folder) else {
      let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) }
      let made = try salt + key(credentials, salt: salt)
      let wins = try await folder.whileLocked { (root, staging) throws(VoiceError) in
        guard try read(in: root) == nil else { return false }
        let content = head + made
        try root.write(content + ContentHash(of: content).bytes, to: fileName, staging: staging)
        return true
      }
      // Another process has made it meanwhile.
      return wins ? () : try await check(credentials, in: folder)
    }
    let (salt, expected) = (Array(known.prefix(saltBytes)), known.dropFirst(saltBytes))
    var difference: UInt8 = 0
    for (one, other) in zip(try key(credentials, salt: salt), expected) { difference |= one ^ other }
    guard difference == 0 else { throw .wrongCredentials }
  }

  private static func read(in folder: KeptFolder<VoiceError>) throws(VoiceError) -> [UInt8]? {
    guard let root = try folder.opened() else { return nil }
    return try read(in: root)
  }

  /// Salt and key; `nil` where there is no account.
  private static func read(in root: borrowing Folder<VoiceError>) throws(VoiceError) -> [UInt8]? {
    guard let file = try root.read(fileName, limit: 1024) else { return nil }
    let content = Array(file.bytes.dropLast(32))
    guard content.count == head.count + saltBytes + keyBytes, content.starts(with: head),
      file.bytes.suffix(32).elementsEqual(ContentHash(of: content).bytes)
    else { throw .damaged("\(root.place)/\(fileName)", "it is no account.") }
    return Array(content.dropFirst(head.count))
  }

  private static func key(_ credentials: VoiceCredentials, salt: [UInt8]) throws(VoiceError) -> [UInt8] {
    // The length first: no other name and password give the same bytes.
    var secret: [UInt8] = []
    secret.append(littleEndian: UInt32(credentials.userName.utf8.count))
    secret += Array(credentials.userName.utf8) + Array(credentials.password.utf8)
    do {
      let key = try KDF.Scrypt.deriveKey(
        from: secret, salt: salt, outputByteCount: keyBytes, rounds: 16_384, blockSize: 8, parallelism: 1)
      return key.withUnsafeBytes { Array($0) }
    } catch {
      throw VoiceError(
        .system, place: "credentials", reason: "scrypt failed: \(error).", remedy: "Free some memory.")
    }
  }
}
