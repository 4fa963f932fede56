// SPDX-License-Identifier: Apache-2.0

/// Transparent files: bytes by offset.
/// - SeeAlso: ISO/IEC 7816-4:2020, 11.3.
extension CardCommanding {
  /// The most that is read of one file, in bytes.
  public static var mostFileBytes: Int { 16 << 20 }

  /// Reads bytes of the selected file. Up to 256 are one command; more are as many as the card needs, until
  /// they are there or the file ends.
  /// - Parameters:
  ///   - offset: from 0. Beyond 32,767 the command with a data object for the offset is used.
  ///   - count: 1...65,536; fewer come where the file ends.
  /// - Throws: ``CardError`` `refused`, with status `6B00` for an offset outside the file.
  public func readBinary(at offset: Int, count: Int) async throws(CardError) -> [UInt8] {
    var bytes: [UInt8] = []
    var wasShort = false
    repeat {
      let asked = count - bytes.count
      let part: (bytes: [UInt8], isEnd: Bool)
      do throws(CardError) {
        part = try await readPart(at: offset + bytes.count, count: asked)
      } catch {
        guard !bytes.isEmpty, error.isEndOfFile(afterShortPart: wasShort) else { throw error }
        break
      }
      bytes += part.bytes
      wasShort = part.bytes.count < asked
      if part.isEnd || part.bytes.isEmpty { break }
    } while count > 256 && bytes.count < count
    return bytes
  }

  /// One command.
  private func readPart(
    at offset: Int, count: Int
  ) async throws(CardError) -> (bytes: [UInt8], isEnd: Bool) {
    guard (0...Self.mostFileBytes).contains(offset), (1...65_536).contains(count) else {
      throw .command("an offset or count is outside its range.", place: "READ BINARY")
    }
    if offset <= 0x7FFF {
      let (bytes, isEnd) = try await bytesAndEnd(
        CommandAPDU(
          ins: CardInstruction.readBinary, p1: UInt8(offset >> 8), p2: UInt8(offset & 0xFF), expected: count))
      return (try within(count, bytes), isEnd)
    }
    // Tag and length come with it: up to 4 bytes for what a response holds.
    let (answer, isEnd) = try await bytesAndEnd(
      CommandAPDU(
        ins: CardInstruction.readBinaryWithOffsetObject, data: try offsetObject(offset).bytes,
        expected: min(65_536, count + (count > 255 ? 4 : count > 127 ? 3 : 2))))
    if answer.isEmpty { return ([], isEnd) }
    let object = try BERTLV.parseOne(answer)
    guard object.tag == 0x53 || object.tag == 0x73 else {
      throw .response("it answers a data object \(object.tag), not 53.", place: "READ BINARY")
    }
    return (try within(count, object.value), isEnd)
  }

  private func bytesAndEnd(_ command: CommandAPDU) async throws(CardError) -> ([UInt8], Bool) {
    let response = try await send(command)
    guard response.status == .done || response.status == .endOfFile else {
      throw .refused(response.status, by: command)
    }
    return (response.data, response.status == .endOfFile)
  }

  /// Reads the selected file from an offset to its end, in parts that the short form holds. Where the size is
  /// not known, one command more says that the end is there.
  /// - Parameters:
  ///   - size: of ``FileControlInformation/size``, where it is known: nothing is asked for beyond it.
  ///   - limit: bytes at most; a longer file is an error. Up to ``mostFileBytes``.
  ///   - part: bytes of one command, 1...65,536: more than 256 for cards that know the long form.
  public func readFile(
    from offset: Int = 0, size: Int? = nil, limit: Int = 1 << 20, part: Int = 256
  ) async throws(CardError) -> [UInt8] {
    guard offset >= 0, (1...Self.mostFileBytes).contains(limit), (1...65_536).contains(part) else {
      throw .command("an offset, limit or part is outside its range.", place: "READ BINARY")
    }
    var bytes: [UInt8] = []
    var wasShort = false
    while size.map({ offset + bytes.count < $0 }) ?? true {
      let place = offset + bytes.count
      // Beyond the short offset tag and length come with the bytes, and take their room.
      let room = place <= 0x7FFF ? part : min(part, part <= 256 ? 252 : 65_532)
      let asked = size.map { min(room, $0 - place) } ?? room
      let read: [UInt8]
      do throws(CardError) {
        read = try await readPart(at: place, count: asked).bytes
      } catch {
        guard size == nil, !bytes.isEmpty, error.isEndOfFile(afterShortPart: wasShort) else { throw error }
        break
      }
      bytes += read
      guard bytes.count <= limit else {
        throw .response("the file is longer than \(limit) bytes.", place: "READ BINARY")
      }
      // A card may give fewer at a time than were asked for: only nothing at all is the end.
      if read.isEmpty { break }
      wasShort = read.count < asked
    }
    return bytes
  }

  /// Writes bytes of the selected file, in parts that the short form holds. What was written before a part
  /// failed stays written.
  public func updateBinary(at offset: Int, _ bytes: [UInt8]) async throws(CardError) {
    guard offset >= 0, offset + bytes.count <= Self.mostFileBytes else {
      throw .command("an offset is outside its range.", place: "UPDATE BINARY")
    }
    var done = 0
    while done < bytes.count {
      let place = offset + done
      // Offset and data share the data of the command where the offset is an object.
      let part = bytes[done..<min(bytes.count, done + (place <= 0x7FFF ? 255 : 240))]
      if place <= 0x7FFF {
        try await perform(
          CommandAPDU(
            ins: CardInstruction.updateBinary, p1: UInt8(place >> 8), p2: UInt8(place & 0xFF),
            data: Array(part)))
      } else {
        let objects = try offsetObject(place).bytes + BERTLV(0x53, Array(part)).bytes
        try await perform(CommandAPDU(ins: CardInstruction.updateBinaryWithOffsetObject, data: objects))
      }
      done += part.count
    }
  }

  /// Reads one record of the selected file, or of the one with a short identifier.
  /// - Parameters:
  ///   - number: from 1 to 254.
  ///   - shortIdentifier: 1...30.
  /// - Throws: ``CardError`` `refused`, with status `6A83` where there is none.
  public func readRecord(_ number: Int, shortIdentifier: Int? = nil) async throws(CardError) -> [UInt8] {
    guard (1...254).contains(number), (1...30).contains(shortIdentifier ?? 1) else {
      throw .command("a record's number or a short identifier is outside its range.", place: "READ RECORD")
    }
    return try await perform(
      CommandAPDU(
        ins: CardInstruction.readRecord, p1: UInt8(number), p2: UInt8((shortIdentifier ?? 0) << 3 | 0x04),
        expected: 256), allowing: [.endOfFile])
  }

  private func offsetObject(_ offset: Int) throws(CardError) -> BERTLV {
    var bytes: [UInt8] = []
    var rest = offset
    repeat {
      bytes.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    } while rest > 0
    return try BERTLV(0x54, bytes)
  }

  private func within(_ count: Int, _ bytes: [UInt8]) throws(CardError) -> [UInt8] {
    guard bytes.count <= count else {
      throw .response("it gives \(bytes.count) bytes, and \(count) were expected.", place: "READ BINARY")
    }
    return bytes
  }
}

extension CardError {
  /// Whether a read behind the last byte was refused for that. Some cards find fault with the length or the
  /// parameters instead; that is the end only after a part that was short. Which alone is no sign: the short
  /// form, secure messaging and the card's own limit cut as well, and a right that is missing in the middle
  /// is an error.
  fileprivate func isEndOfFile(afterShortPart wasShort: Bool) -> Bool {
    guard let status else { return false }
    return [.wrongOffset, .endOfFile].contains(status)
      || (wasShort && [.wrongLength, .wrongParameters].contains(status))
  }
}
