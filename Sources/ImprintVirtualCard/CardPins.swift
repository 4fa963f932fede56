// SPDX-License-Identifier: Apache-2.0

/// A PIN with its counters.
struct CardPin {
  let description: VirtualCard.Pin
  var value: [UInt8]
  var triesLeft: Int
  var unblockingTriesLeft: Int

  init(_ description: VirtualCard.Pin) {
    self.description = description
    value = description.value
    triesLeft = description.tries
    unblockingTriesLeft = description.unblockingTries
  }
}

/// ISO/IEC 7816-4:2020, 11.6.6 to 11.6.11: VERIFY, CHANGE REFERENCE DATA, RESET RETRY COUNTER.
extension CardState {
  mutating func verify(_ command: CardCommand) throws(StatusWord) -> Answer {
    guard command.p1 == 0 else { throw .wrongParameters }
    if let finger = fingers[command.p2] { return try verify(finger, command) }
    // The odd instruction is of data objects, which a PIN has none of.
    guard command.instruction == Instruction.verify else { throw .noSuchReference }
    let pin = try pin(command.p2)
    guard !command.data.isEmpty else {
      // A query: no try is counted.
      if verified.contains(command.p2) { return Answer() }
      throw pin.triesLeft > 0 ? .triesLeft(pin.triesLeft) : .blocked
    }
    try check(command.data, command.p2)
    verified.insert(command.p2)
    return Answer()
  }

  mutating func changeReferenceData(_ command: CardCommand) throws(StatusWord) -> Answer {
    let pin = try pin(command.p2)
    switch command.p1 {
    case 0x00:
      // The old one, then the new one: the card knows the length of the old one.
      guard command.data.count > pin.value.count else { throw .wrongLength }
      try check(Array(command.data.prefix(pin.value.count)), command.p2)
      pins[command.p2]?.value = Array(command.data.dropFirst(pin.value.count))
    case 0x01:
      guard !command.data.isEmpty else { throw .wrongLength }
      guard verified.contains(command.p2) else { throw .notAllowed }
      pins[command.p2]?.value = command.data
    default: throw .wrongParameters
    }
    return Answer()
  }

  mutating func resetRetryCounter(_ command: CardCommand) throws(StatusWord) -> Answer {
    let pin = try pin(command.p2)
    guard command.p1 <= 0x01 else { throw command.p1 <= 0x03 ? .notAllowed : .wrongParameters }
    guard let code = pin.description.unblockingCode else { throw .notAllowed }
    let bringsNew = command.p1 == 0x00
    guard bringsNew ? command.data.count > code.count : !command.data.isEmpty else { throw .wrongLength }
    guard pin.unblockingTriesLeft > 0 else { throw .blocked }
    guard (bringsNew ? Array(command.data.prefix(code.count)) : command.data) == code else {
      pins[command.p2]?.unblockingTriesLeft -= 1
      throw .triesLeft(pin.unblockingTriesLeft - 1)
    }
    pins[command.p2]?.unblockingTriesLeft = pin.description.unblockingTries
    pins[command.p2]?.triesLeft = pin.description.tries
    if bringsNew { pins[command.p2]?.value = Array(command.data.dropFirst(code.count)) }
    return Answer()
  }

  private func pin(_ reference: UInt8) throws(StatusWord) -> CardPin {
    guard let pin = pins[reference] else { throw .noSuchReference }
    return pin
  }

  /// One try: success resets the counter, failure decrements it and clears the verification.
  private mutating func check(_ value: [UInt8], _ reference: UInt8) throws(StatusWord) {
    let pin = try pin(reference)
    guard pin.triesLeft > 0 else { throw .blocked }
    guard value == pin.value else {
      pins[reference]?.triesLeft -= 1
      verified.remove(reference)
      throw .triesLeft(pin.triesLeft - 1)
    }
    pins[reference]?.triesLeft = pin.description.tries
  }
}
