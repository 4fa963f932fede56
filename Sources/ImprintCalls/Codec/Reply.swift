// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What leads every reply: how long the words are that end it. Between them lie the results.
struct ReplyHead: BitwiseCopyable {
  /// The status that the plugin gave the words for.
  var wordsStatus: imp_status = IMP_OK
  var wordsBytes: UInt32 = 0
  /// Which file the plugin was refused last during the call.
  var missing: UInt32 = 0
  var missingBytes: UInt32 = 0
  var flags: UInt32 = 0
  var reserved: UInt32 = 0

  static let size = MemoryLayout<ReplyHead>.size
  /// The words are the executor's: the plugin broke the contract.
  static let breach: UInt32 = 1

  /// Room for a reply: its values, two pieces of bulk, and the words.
  static func room(_ values: Int, bulk first: Int = 0, _ second: Int = 0) -> Int {
    size + values + 2 * CallLimit.alignment + first + second + 2 * CallLimit.bulkAlignment + CallLimit.words
      + 1
      + CallLimit.name
  }
}

/// A file that the host does not have, or whose hash differs.
enum MissingFile: UInt32 {
  case model = 1
  case runtimeFolder = 2
}

/// A reply as it came: its words, and the results still to be read.
struct ReplyReader {
  let head: ReplyHead
  let words: UnsafeRawBufferPointer
  let missingName: UnsafeRawBufferPointer
  var results: BodyReader

  init(_ body: UnsafeRawBufferPointer) throws(MalformedBody) {
    var reader = BodyReader(body)
    head = try reader.take(ReplyHead.self)
    let (words, missing) = (Int(head.wordsBytes), Int(head.missingBytes))
    guard words <= CallLimit.words + 1, missing <= CallLimit.name,
      words + missing <= body.count - ReplyHead.size
    else {
      throw MalformedBody(
        "its message and the name of the missing file have \(words) and \(missing) of \(body.count) bytes.")
    }
    let end = body.count - words - missing
    self.words = UnsafeRawBufferPointer(rebasing: body[end..<end + words])
    missingName = UnsafeRawBufferPointer(rebasing: body[(end + words)...])
    results = BodyReader(UnsafeRawBufferPointer(rebasing: body[..<end]))
    _ = try results.take(ReplyHead.self)
  }

  var isBreach: Bool { head.flags & ReplyHead.breach != 0 }
}

/// Writes a reply: results after the head, in order, and the words at last.
struct ReplyWriter {
  private let room: UnsafeMutableRawBufferPointer
  private var offset = ReplyHead.size

  /// - Parameter room: begins at a multiple of 64.
  init(_ room: UnsafeMutableRawBufferPointer) throws(ExecutionFault) {
    guard room.count >= ReplyHead.size, Int(bitPattern: room.baseAddress) % CallLimit.bulkAlignment == 0
    else {
      throw .request("the reply's buffer of \(room.count) bytes is too small or not aligned.")
    }
    self.room = room
  }

  /// A part of the room that a plugin fills.
  struct Part {
    let start: Int
    let bytes: UnsafeMutableRawBufferPointer
    var end: Int { start + bytes.count }

    /// Zeroes it, but for the first bytes.
    func wipe(from start: Int = 0) {
      UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  mutating func add(_ message: some CallMessage) throws(ExecutionFault) {
    var length = BodyLength()
    message.encode(to: &length)
    guard length.bytes <= room.count - offset.rounded(upTo: CallLimit.bulkAlignment) else {
      throw tooShort(length.bytes)
    }
    var writer = BodyWriter(room, from: offset)
    message.encode(to: &writer)
    offset = writer.offset
  }

  /// Reserves a value, to be set when it is known. What comes next lies behind it.
  mutating func reserve<Value: BitwiseCopyable>(_ initial: Value) throws(ExecutionFault) -> Int {
    let start = offset.rounded(upTo: CallLimit.alignment)
    guard start + MemoryLayout<Value>.size <= room.count else { throw tooShort(MemoryLayout<Value>.size) }
    advance(to: start)
    offset += MemoryLayout<Value>.size
    set(initial, at: start)
    return start
  }

  func set<Value: BitwiseCopyable>(_ value: Value, at start: Int) {
    room.storeBytes(of: value, toByteOffset: start, as: Value.self)
  }

  mutating func put<Value: BitwiseCopyable>(_ value: Value) throws(ExecutionFault) {
    _ = try reserve(value)
  }

  /// Room for bulk, behind what has been written and behind `part`. It is zero.
  ///
  /// Buffers are reused: a plugin that claims more than it wrote would leak a response, template or picture
  /// of another call. All of it is zeroed each time, as nobody knows how far a plugin wrote; for a frame that
  /// costs a fraction of the copies that follow.
  func part(_ bytes: Int, behind part: Part? = nil) throws(ExecutionFault) -> Part {
    let start = (part?.end ?? offset).rounded(upTo: CallLimit.bulkAlignment)
    guard bytes >= 0, start <= room.count, bytes <= room.count - start else { throw tooShort(bytes) }
    let part = Part(start: start, bytes: UnsafeMutableRawBufferPointer(rebasing: room[start..<start + bytes]))
    part.wipe()
    return part
  }

  /// Keeps the first bytes of a part, and moves them to where the reader looks for them.
  mutating func keep(_ bytes: Int, of part: Part) {
    guard bytes > 0, let base = room.baseAddress else { return }
    let start = offset.rounded(upTo: CallLimit.bulkAlignment)
    advance(to: start)
    if start != part.start { (base + start).copyMemory(from: base + part.start, byteCount: bytes) }
    offset = start + bytes
  }

  /// Ends it with what was said during the call; words that do not fit are cut.
  /// - Returns: its whole length.
  mutating func finish(_ said: SaidWords) -> Int {
    var head = ReplyHead()
    head.flags = said.isBreach ? ReplyHead.breach : 0
    head.wordsStatus = said.status
    head.wordsBytes = UInt32(append(said.words))
    if let missing = said.missing {
      head.missing = missing.rawValue
      head.missingBytes = UInt32(append(said.missingName))
    }
    set(head, at: 0)
    return offset
  }

  /// Forgets the results: only a success and a short buffer have some.
  mutating func clear() { offset = ReplyHead.size }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    let count = min(bytes.count, room.count - offset)
    guard count > 0, let start = bytes.baseAddress, let base = room.baseAddress else { return 0 }
    (base + offset).copyMemory(from: start, byteCount: count)
    offset += count
    return count
  }

  // Padding is zero: the same answers give the same bytes, and nothing leaks.
  private mutating func advance(to start: Int) {
    guard start > offset, let base = room.baseAddress else { return }
    (base + offset).initializeMemory(as: UInt8.self, repeating: 0, count: start - offset)
    offset = start
  }

  private func tooShort(_ bytes: Int) -> ExecutionFault {
    .request("the reply's buffer has \(room.count) bytes, but \(bytes) more are needed.")
  }
}
