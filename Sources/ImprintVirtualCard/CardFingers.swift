// SPDX-License-Identifier: Apache-2.0
private import ImprintFinger

/// Fingers: VERIFY of ISO/IEC 7816-4:2020, 11.6.6, GET DATA and PUT DATA of biometric information (ISO/IEC
/// 7816-11).
extension CardState {
  /// One attempt: counted first, on the disk where there is a memory, and then compared. So whoever takes the
  /// card out meanwhile has used one up.
  mutating func verify(_ finger: CardFinger, _ command: CardCommand) throws(StatusWord) -> Answer {
    var finger = finger
    let reference = finger.description.reference
    guard !command.data.isEmpty else {
      // A query: no attempt is counted.
      guard finger.minutiae != nil else { throw .noReferenceData }
      if verified.contains(reference) { return Answer() }
      throw finger.attemptsLeft > 0 ? .triesLeft(finger.attemptsLeft) : .blocked
    }
    guard command.instruction == Instruction.verifyObject else { throw .wrongData }
    let probe = try finger.minutiae(of: command.data)
    guard let enrolled = finger.minutiae else { throw .noReferenceData }
    guard finger.attemptsLeft > 0 else { throw .blocked }
    verified.remove(reference)
    finger.attemptsLeft -= 1
    try keep(finger)
    if isTornOutCounted { throw .triesLeft(finger.attemptsLeft) }
    guard FingerComparison.similarity(probe, enrolled) > Float(finger.description.threshold) else {
      throw .triesLeft(finger.attemptsLeft)
    }
    finger.attemptsLeft = finger.description.tries
    try keep(finger)
    verified.insert(reference)
    return Answer()
  }

  /// Keeps a finger, on the disk before here.
  /// - Throws: `memoryFailed`; then the card has it as it was, but for an attempt, which counts.
  private mutating func keep(_ finger: CardFinger) throws(StatusWord) {
    let reference = finger.description.reference
    let before = fingers[reference]
    fingers[reference] = finger
    do throws(VirtualCardError) { try keepFingers() } catch {
      fingers[reference] = before
      if let before, before.attemptsLeft > finger.attemptsLeft {
        fingers[reference]?.attemptsLeft = finger.attemptsLeft
      }
      throw .memoryFailed
    }
  }

  func keepFingers() throws(VirtualCardError) { try memory?.write(fingers) }

  // MARK: What it says of them

  /// `CA`: the value of an object that P1 and P2 name; `CB`: objects that a list (`5C`) names.
  func getData(_ command: CardCommand) throws(StatusWord) -> Answer {
    guard command.expected != nil else { throw .wrongLength }
    guard let whole = try biometricInformation() else { throw .noSuchReference }
    if command.instruction == Instruction.getData {
      guard command.data.isEmpty else { throw .wrongLength }
      guard command.p1 == 0x7F, command.p2 == 0x61 else { throw .noSuchReference }
      // A card that lies may have no such object there: then what it has comes whole.
      return Answer(data: TLV.first(0x7F61, of: whole[...])?.value ?? whole)
    }
    guard command.p1 == 0x3F, command.p2 == 0xFF else { throw .wrongParameters }
    guard let list = TLV.first(0x5C, of: command.data[...]), list.rest.isEmpty else { throw .wrongData }
    guard list.value == [0x7F, 0x61] else { throw .noSuchReference }
    return Answer(data: whole)
  }

  private func biometricInformation() throws(StatusWord) -> [UInt8]? {
    if let information = description.information { return information }
    guard !description.fingers.isEmpty else { return nil }
    guard let group = try? BiometricInformation.group(description.fingers.map(\.information)) else {
      throw .memoryFailed
    }
    return group
  }

  // MARK: Storing and removing

  /// A template (`7F60`) of a reference (`83`) and the minutiae (`7F2E` or `5F2E`): stores the finger, and
  /// allows all attempts again. An empty `7F2E` removes it.
  mutating func putData(_ command: CardCommand) throws(StatusWord) -> Answer {
    guard command.p1 == 0x3F, command.p2 == 0xFF else { throw .wrongParameters }
    guard let template = TLV.first(0x7F60, of: command.data[...]), template.rest.isEmpty,
      let named = TLV.first(0x83, of: template.value[...]), named.value.count == 1
    else { throw .wrongData }
    guard var finger = fingers[named.value[0]] else { throw .noSuchReference }
    guard allows(finger.description.store) else { throw .notAllowed }
    if Array(named.rest) == [0x7F, 0x2E, 0x00] {
      guard finger.minutiae != nil else { throw .noReferenceData }
      finger.minutiae = nil
    } else {
      finger.minutiae = try finger.minutiae(of: Array(named.rest))
    }
    finger.attemptsLeft = finger.description.tries
    try keep(finger)
    verified.remove(finger.description.reference)
    return Answer()
  }
}
