// SPDX-License-Identifier: Apache-2.0

/// The card's state, and the dispatch of commands.
struct CardState {
  let description: VirtualCard.Description
  var files: CardFiles
  var pins: [UInt8: CardPin] = [:]
  var fingers: [UInt8: CardFinger] = [:]
  /// Where fingers and their counters are kept; `nil`: as long as the card is there.
  let memory: CardMemory?
  /// Whether this command ends with the card's removal, once an attempt is counted.
  private(set) var isTornOutCounted = false
  var commandCount = 0
  /// References of PINs and fingers that were verified since the last reset.
  var verified: Set<UInt8> = []
  /// The reader's maximum data length.
  private var mostData = 0
  /// The data for GET RESPONSE.
  private var waiting: [UInt8] = []
  /// The commands of a chain so far (5.3.3), merged.
  private var chain: CardCommand?

  /// Longer chains would exhaust memory.
  private static let longestChain = 65_536

  init(_ description: VirtualCard.Description, memory: CardMemory? = nil) {
    self.description = description
    self.memory = memory
    files = CardFiles(description.files)
    for pin in description.pins where pins[pin.reference] == nil { pins[pin.reference] = CardPin(pin) }
    for finger in description.fingers where pins[finger.reference] == nil && fingers[finger.reference] == nil
    {
      fingers[finger.reference] = CardFinger(finger)
    }
  }

  mutating func reset() {
    files.selectMaster()
    verified = []
    waiting = []
    chain = nil
  }

  mutating func react(to bytes: [UInt8], room: Int) -> Reaction {
    commandCount += 1
    mostData = room - 2
    let fault = description.faults.first { $0.command == nil || $0.command == commandCount }?.action
    // A removed or mute card has not executed the command: nothing is written, no try counted.
    if fault == .tearOut || fault == .mute { return Reaction(response: [], fault: fault) }
    isTornOutCounted = fault == .tearOutCounted
    let response = respond(to: bytes)
    return Reaction(response: fault?.changed(response) ?? response, fault: fault)
  }

  private mutating func respond(to bytes: [UInt8]) -> [UInt8] {
    do throws(StatusWord) {
      let command = try CardCommand(bytes)
      try checkClass(command)
      if command.instruction == Instruction.getResponse { return getResponse(command) }
      waiting = []
      guard let whole = try gathered(command) else { return StatusWord.ok.bytes }
      return handOver(try execute(whole), to: command)
    } catch {
      return error.bytes
    }
  }

  private func checkClass(_ command: CardCommand) throws(StatusWord) {
    // 5.4.1: interindustry classes are those without the highest bit; 0x40 to 0x7F have channels 4 to 19.
    guard command.class_ & 0x80 == 0, command.class_ & 0xE0 != 0x20 else { throw .unknownClass }
    guard command.class_ & 0x40 == 0 else { throw .noLogicalChannels }
    guard command.class_ & 0x0C == 0 else { throw .noSecureMessaging }
    guard command.class_ & 0x03 == 0 else { throw .noLogicalChannels }
  }

  /// The whole command, once its chain is complete.
  private mutating func gathered(_ command: CardCommand) throws(StatusWord) -> CardCommand? {
    let isPart = command.class_ & 0x10 != 0
    guard var whole = chain else {
      if isPart { chain = command }
      return isPart ? nil : command
    }
    chain = nil
    guard
      whole.instruction == command.instruction, whole.p1 == command.p1, whole.p2 == command.p2,
      whole.data.count + command.data.count <= Self.longestChain
    else { throw .endOfChainExpected }
    whole.class_ = command.class_
    whole.data += command.data
    whole.expected = command.expected
    whole.isExtended = command.isExtended
    if isPart {
      chain = whole
      return nil
    }
    return whole
  }

  private mutating func handOver(_ answer: Answer, to command: CardCommand) -> [UInt8] {
    guard !answer.data.isEmpty else { return answer.status.bytes }
    switch description.transfer {
    case .inParts where !command.data.isEmpty || command.expected == nil:
      waiting = answer.data
      return StatusWord.more(waiting.count).bytes
    case .inParts where (command.expected ?? 0) > answer.data.count && answer.data.count <= 256:
      return StatusWord.exactLength(answer.data.count).bytes
    case .inParts, .whole:
      // Case 3 over T=1: no response data was asked for.
      guard let expected = command.expected.map({ min($0, mostData) }) else { return answer.status.bytes }
      waiting = Array(answer.data.dropFirst(expected))
      let status = waiting.isEmpty ? answer.status : .more(waiting.count)
      return answer.data.prefix(expected) + status.bytes
    }
  }

  private mutating func getResponse(_ command: CardCommand) -> [UInt8] {
    guard !waiting.isEmpty, command.p1 == 0, command.p2 == 0, let expected = command.expected else {
      return (waiting.isEmpty ? StatusWord(0x6985) : .wrongParameters).bytes
    }
    if description.transfer == .inParts, expected > waiting.count {
      return StatusWord.exactLength(waiting.count).bytes
    }
    let part = Array(waiting.prefix(min(expected, mostData)))
    waiting = Array(waiting.dropFirst(part.count))
    return part + (waiting.isEmpty ? StatusWord.ok : .more(waiting.count)).bytes
  }

  func content(at path: [UInt16]) -> [UInt8]? { files.content(at: path) }
}

/// The result of a command.
struct Answer {
  var data: [UInt8] = []
  var status = StatusWord.ok
}

/// Instruction bytes of ISO/IEC 7816-4:2020, table 4.
enum Instruction {
  static let verify: UInt8 = 0x20
  static let verifyObject: UInt8 = 0x21
  static let changeReferenceData: UInt8 = 0x24
  static let resetRetryCounter: UInt8 = 0x2C
  static let getChallenge: UInt8 = 0x84
  static let select: UInt8 = 0xA4
  static let readBinary: UInt8 = 0xB0
  static let readBinaryByObject: UInt8 = 0xB1
  static let getResponse: UInt8 = 0xC0
  static let getData: UInt8 = 0xCA
  static let getDataObject: UInt8 = 0xCB
  static let updateBinary: UInt8 = 0xD6
  static let updateBinaryByObject: UInt8 = 0xD7
  static let putDataObject: UInt8 = 0xDB
}
