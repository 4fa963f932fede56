// SPDX-License-Identifier: Apache-2.0
import CryptoExtras
import Foundation
import ImprintCard

/// Secure messaging as ISO/IEC 7816-4, 10, has it: AES in CBC for data, CMAC of eight bytes, a counter that
/// rises with each message. Of tests: keys are given, not agreed.
struct ISOSecureMessaging: SecureMessaging {
  let encryption: SymmetricKey
  let checksum: SymmetricKey
  private var counter: [UInt8] = Array(repeating: 0, count: 16)

  init(encryption: [UInt8], checksum: [UInt8]) {
    self.encryption = SymmetricKey(data: encryption)
    self.checksum = SymmetricKey(data: checksum)
  }

  mutating func protect(_ command: CommandAPDU) throws(CardError) -> CommandAPDU {
    count()
    let cla = command.cla.protected
    var body: [UInt8] = []
    if !command.data.isEmpty { body += object(0x87, [0x01] + encrypt(command.data)) }
    if let expected = command.expected {
      body += object(
        0x97,
        expected <= 256 ? [UInt8(expected & 0xFF)] : [UInt8(expected >> 8 & 0xFF), UInt8(expected & 0xFF)])
    }
    let header = pad([cla.rawValue, command.ins, command.p1, command.p2])
    body += object(0x8E, mac(header + (body.isEmpty ? [] : pad(body))))
    return try CommandAPDU(
      cla: cla, ins: command.ins, p1: command.p1, p2: command.p2, data: body, expected: 256)
  }

  mutating func open(_ response: ResponseAPDU) throws(CardError) -> ResponseAPDU {
    count()
    let objects = try BERTLV.parse(response.data)
    guard let mac = objects.first(0x8E)?.value, let status = objects.first(0x99)?.value, status.count == 2
    else {
      throw Self.forged
    }
    let covered = objects.filter { $0.tag != 0x8E }.flatMap(\.bytes)
    guard mac == self.mac(pad(covered)) else { throw Self.forged }
    guard let sealed = objects.first(0x87)?.value else {
      return ResponseAPDU(status: StatusWord(status[0], status[1]))
    }
    guard sealed.first == 0x01, let data = decrypt(Array(sealed.dropFirst())) else { throw Self.forged }
    return ResponseAPDU(data: data, status: StatusWord(status[0], status[1]))
  }

  static let forged = CardError(
    .response, place: "secure messaging", reason: "the checksum is wrong or missing.",
    remedy: "Use another card.")

  // MARK: What the card's side needs too

  mutating func count() {
    for index in counter.indices.reversed() {
      counter[index] &+= 1
      if counter[index] != 0 { return }
    }
  }

  func object(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] {
    [tag]
      + (value.count < 128
        ? [UInt8(value.count)] : [0x82, UInt8(value.count >> 8), UInt8(value.count & 0xFF)]) + value
  }

  func pad(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [0x80] + Array(repeating: 0, count: 15 - bytes.count % 16)
  }

  func mac(_ bytes: [UInt8]) -> [UInt8] {
    guard var mac = try? AES.CMAC(key: checksum, outputSize: 8) else { return [] }
    mac.update(data: Data(counter + bytes))
    return Array(mac.finalize())
  }

  func encrypt(_ bytes: [UInt8]) -> [UInt8] {
    guard let vector,
      let data = try? AES._CBC.encrypt(pad(bytes), using: encryption, iv: vector, noPadding: true)
    else {
      return []
    }
    return Array(data)
  }

  func decrypt(_ bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty, bytes.count % 16 == 0, let vector,
      let data = try? AES._CBC.decrypt(bytes, using: encryption, iv: vector, noPadding: true),
      let end = data.lastIndex(of: 0x80), data[data.index(after: end)...].allSatisfy({ $0 == 0 })
    else { return nil }
    return Array(data[..<end])
  }

  /// The counter, encrypted.
  private var vector: AES._CBC.IV? {
    var block = counter
    guard (try? AES.permute(&block, key: encryption)) != nil else { return nil }
    return try? AES._CBC.IV(ivBytes: block)
  }
}

/// The card's side: opens commands, has a card answer them, and seals the answers.
final class SealedCard: @unchecked Sendable {
  private var messaging: ISOSecureMessaging
  private let answer: ([UInt8]) -> [UInt8]
  /// What it found when it opened the last command.
  private(set) var opened: [UInt8] = []
  private(set) var wasForged = false

  init(_ messaging: ISOSecureMessaging, answer: @escaping ([UInt8]) -> [UInt8]) {
    self.messaging = messaging
    self.answer = answer
  }

  func respond(to bytes: [UInt8]) -> [UInt8] {
    messaging.count()
    guard let command = try? CommandAPDU.parse(bytes).command, let objects = try? BERTLV.parse(command.data),
      let mac = objects.first(0x8E)?.value
    else { return [0x69, 0x87] }
    let covered = objects.filter { $0.tag != 0x8E }.flatMap(\.bytes)
    let header = messaging.pad([command.cla.rawValue, command.ins, command.p1, command.p2])
    guard mac == messaging.mac(header + (covered.isEmpty ? [] : messaging.pad(covered))) else {
      wasForged = true
      return [0x69, 0x88]
    }
    let data = objects.first(0x87).flatMap { messaging.decrypt(Array($0.value.dropFirst())) } ?? []
    let length = objects.first(0x97)?.value
    var plain = [command.cla.rawValue & 0xF3, command.ins, command.p1, command.p2]
    if !data.isEmpty { plain += [UInt8(data.count)] + data }
    if let length { plain += [length[length.count - 1]] }
    opened = plain
    let reply = answer(plain)
    messaging.count()
    var body: [UInt8] = []
    if reply.count > 2 {
      body += messaging.object(0x87, [0x01] + messaging.encrypt(Array(reply.dropLast(2))))
    }
    body += messaging.object(0x99, Array(reply.suffix(2)))
    body += messaging.object(0x8E, messaging.mac(messaging.pad(body)))
    return body + [0x90, 0x00]
  }
}
