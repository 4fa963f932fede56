// SPDX-License-Identifier: Apache-2.0

/// The card's commands: ISO/IEC 7816-4:2020, 11.
extension CardState {
  mutating func execute(_ command: CardCommand) throws(StatusWord) -> Answer {
    switch command.instruction {
    case Instruction.select: return try select(command)
    case Instruction.readBinary: return try read(command)
    case Instruction.readBinaryByObject: return try readByObject(command)
    case Instruction.updateBinary: return try update(command)
    case Instruction.updateBinaryByObject: return try updateByObject(command)
    case Instruction.getChallenge: return try getChallenge(command)
    case Instruction.verify, Instruction.verifyObject: return try verify(command)
    case Instruction.getData, Instruction.getDataObject: return try getData(command)
    case Instruction.putDataObject: return try putData(command)
    case Instruction.changeReferenceData: return try changeReferenceData(command)
    case Instruction.resetRetryCounter: return try resetRetryCounter(command)
    default: throw .unknownCommand
    }
  }

  private func getChallenge(_ command: CardCommand) throws(StatusWord) -> Answer {
    guard command.p1 == 0, command.p2 == 0 else { throw .wrongParameters }
    guard command.data.isEmpty, let count = command.expected else { throw .wrongLength }
    return Answer(data: (0..<count).map { _ in UInt8.random(in: 0...255) })
  }

  private mutating func select(_ command: CardCommand) throws(StatusWord) -> Answer {
    let before = files.currentFolder
    switch command.p1 {
    case 0x00: try files.select(id: command.data)
    case 0x01: try files.select(id: command.data, among: .folders)
    case 0x02: try files.select(id: command.data, among: .elementary)
    case 0x03: try files.selectParent(command.data)
    case 0x04: try files.select(name: command.data, occurrence: command.p2 & 0x03)
    case 0x08: try files.select(path: command.data, fromMaster: true)
    case 0x09: try files.select(path: command.data, fromMaster: false)
    default: throw .wrongParameters
    }
    // 9.3.2: a verification within an application ends outside of it.
    if files.currentFolder != before { verified = verified.filter { $0 & 0x80 == 0 } }
    return Answer(data: try controlInformation(command.p2 & 0x0C))
  }

  /// 7.4: the template requested by P2.
  private func controlInformation(_ kind: UInt8) throws(StatusWord) -> [UInt8] {
    switch kind {
    case 0x00: return TLV.object(0x6F, files.controlParameters)
    case 0x04: return TLV.object(0x62, files.controlParameters)
    case 0x08: return TLV.object(0x64, files.managementData)
    default: return []
    }
  }

  // MARK: Transparent files

  private mutating func read(_ command: CardCommand) throws(StatusWord) -> Answer {
    let offset = try locate(command)
    guard command.data.isEmpty, let expected = command.expected else { throw .wrongLength }
    let content = try readable()
    guard offset < content.count || (offset == 0 && content.isEmpty) else { throw .outsideFile }
    let part = Array(content[offset...].prefix(expected))
    let isShort = part.count < expected && !command.expectsAll && description.transfer == .whole
    return Answer(data: part, status: isShort ? .endOfFile : .ok)
  }

  /// Odd instruction: the offset is a data object (54), the bytes come as one (53).
  private mutating func readByObject(_ command: CardCommand) throws(StatusWord) -> Answer {
    try locateByReference(command)
    guard let expected = command.expected else { throw .wrongLength }
    let (offset, rest) = try offsetObject(command.data)
    guard rest.isEmpty else { throw .wrongData }
    let content = try readable()
    guard offset < content.count else { throw .outsideFile }
    // Tag and length take 2 to 4 bytes of the expected length.
    let room = [2, 3, 4].map { expected - $0 }.first {
      TLV.object(0x53, .init(repeating: 0, count: max($0, 0))).count <= expected
    }
    return Answer(data: TLV.object(0x53, Array(content[offset...].prefix(max(room ?? 0, 0)))))
  }

  private mutating func update(_ command: CardCommand) throws(StatusWord) -> Answer {
    let offset = try locate(command)
    guard !command.data.isEmpty else { throw .wrongLength }
    try write(command.data, at: offset)
    return Answer()
  }

  private mutating func updateByObject(_ command: CardCommand) throws(StatusWord) -> Answer {
    try locateByReference(command)
    let (offset, rest) = try offsetObject(command.data)
    guard let object = TLV.first(0x53, of: rest), object.rest.isEmpty, !object.value.isEmpty else {
      throw .wrongData
    }
    try write(object.value, at: offset)
    return Answer()
  }

  private func offsetObject(_ data: [UInt8]) throws(StatusWord) -> (Int, ArraySlice<UInt8>) {
    guard let object = TLV.first(0x54, of: data[...]), (1...4).contains(object.value.count) else {
      throw .wrongData
    }
    return (object.value.reduce(0) { $0 << 8 | Int($1) }, object.rest)
  }

  /// Selects the file of a short id in P1, if any; returns the offset of P1 and P2.
  private mutating func locate(_ command: CardCommand) throws(StatusWord) -> Int {
    guard command.p1 & 0x80 != 0 else { return Int(command.p1) << 8 | Int(command.p2) }
    guard command.p1 & 0x60 == 0 else { throw .wrongParameters }
    try files.select(shortID: command.p1 & 0x1F)
    return Int(command.p2)
  }

  /// P1 and P2 of an odd instruction: 0 for the current file, a short id, or a file id.
  private mutating func locateByReference(_ command: CardCommand) throws(StatusWord) {
    if command.p1 == 0, command.p2 == 0 { return }
    if command.p1 == 0, command.p2 <= 30 { return try files.select(shortID: command.p2) }
    try files.select(id: [command.p1, command.p2], among: .elementary)
  }

  private func readable() throws(StatusWord) -> [UInt8] {
    let file = try files.currentElementary()
    guard allows(file.read) else { throw .notAllowed }
    return file.bytes
  }

  private mutating func write(_ data: [UInt8], at offset: Int) throws(StatusWord) {
    let file = try files.currentElementary()
    guard allows(file.update) else { throw .notAllowed }
    guard offset < file.bytes.count else { throw .outsideFile }
    guard data.count <= file.bytes.count - offset else { throw .noRoom }
    files.write(data, at: offset)
  }

  func allows(_ access: VirtualCard.Access) -> Bool {
    switch access {
    case .always: true
    case .never: false
    case .pin(let reference): verified.contains(reference)
    }
  }
}
