// SPDX-License-Identifier: Apache-2.0

/// Transparent files: bytes by offset.
/// - SeeAlso: ISO/IEC 7816-4:2020, 11.3.
extension CardCommanding {
  /// The maximum read from one file, in bytes.
  public static var mostFileBytes: Int { 16 << 20 }

  /// Reads bytes of the selected file. Up to 256 take one command; more take several, until complete or the
  /// file ends.
  /// - Parameters:
  ///   - offset: from 0. Beyond 32,767 the command with a data object for the offset is used.
  ///   - count: 1...65,536; fewer at the end of the file.
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
    // Including tag and length: up to 4 bytes for the length of a response.
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

  /// Reads the selected file from an offset to its end, in parts that fit the short form. If the size is
  /// unknown, one more command detects the end.
  /// - Parameters:
  ///   - size: from ``FileControlInformation/size``, if known: nothing is read beyond it.
  ///   - limit: maximum in bytes; a longer file is an error. Up to ``mostFileBytes``.
  ///   - part: bytes per command, 1...65,536: more than 256 for cards with extended length.
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
      // Beyond the short offset, tag and length precede the bytes and reduce their number.
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
      // A card may return fewer than requested: only an empty response is the end.
      if read.isEmpty { break }
      wasShort = read.count < asked
    }
    return bytes
  }

  /// Writes bytes of the selected file, in parts that fit the short form. Not atomic: parts written before a
  /// failure remain.
  public func updateBinary(at offset: Int, _ bytes: [UInt8]) async throws(CardError) {
    guard offset >= 0, offset + bytes.count <= Self.mostFileBytes else {
      throw .command("an offset is outside its range.", place: "UPDATE BINARY")
    }
    var done = 0
    while done < bytes.count {
      let place = offset + done
      // With an offset data object, offset and data share the command's data field.
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
  /// - Throws: ``CardError`` `refused`, with status `6A83` if there is none.
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
  /// Whether a read was refused because it is beyond the end. Some cards report a length or parameter error
  /// instead; that means the end only after a short part. A short part alone does not: the short form, secure
  /// messaging and the card's own limit shorten too, and a missing access right in the middle is an error.
  fileprivate func isEndOfFile(afterShortPart wasShort: Bool) -> Bool {
    guard let status else { return false }
    return [.wrongOffset, .endOfFile].contains(status)
      || (wasShort && [.wrongLength, .wrongParameters].contains(status))
  }
}
