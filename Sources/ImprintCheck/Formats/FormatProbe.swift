// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One object of one format, called by its C table with guarded memory. Destroyed when released.
class FormatProbe<Contract: FormatContract>: @unchecked Sendable {
  // Sendable: nothing changes after init; a check calls it as the contract says.
  let plugin: ProbePlugin
  let table: Contract.Table
  let format: Contract.Format
  /// The format's.
  let name: String
  let note: (String) -> Void
  let object: OpaquePointer
  /// What create was lent: held, so that its addresses are not used again.
  private let lent: [GuardedMemory]

  /// - Parameters:
  ///   - format: `nil`: the first that is listed.
  ///   - note: Gets what is about to be called, so that a crash says in which call it was.
  required init(
    _ plugin: ProbePlugin, _ format: Contract.Format? = nil, threads: UInt32 = 1,
    note: @escaping (String) -> Void = { _ in }
  ) throws {
    self.plugin = plugin
    self.note = note
    table = try plugin.table(Contract.Table.id, as: Contract.Table.self)
    guard let format = try format ?? Self.formats(plugin).whole().first else {
      throw CheckFailure("it lists no format; at least one is expected.", place: Self.place("formats"))
    }
    self.format = format
    name = try Self.name(of: format)
    // What else may be wrong with a format is for another check.
    try Contract.expectUsable(format)
    let creation = try Self.create(plugin, format: Array(name.utf8), threads: threads)
    try expectSuccess(creation.answer, Self.place("create"), "for \(name) and \(threads) threads")
    guard let made = creation.object else {
      throw CheckFailure("it answered success and gave no \(Contract.object).", place: Self.place("create"))
    }
    object = made
    lent = creation.lent
  }

  deinit { table.destroy(object) }

  /// Another one of the same format.
  func again() throws -> Self { try Self(plugin, format, note: note) }

  static func place(_ function: String) -> String { Contract.place(function) }

  // MARK: Making one

  static func formats(_ plugin: ProbePlugin) throws -> LentList<Contract.Format> {
    let table = try plugin.table(Contract.Table.id, as: Contract.Table.self)
    return LentList(call: place("formats"), plugin: plugin) {
      table.list(plugin.plugin, $0, $1)
    }
  }

  static func name(of format: Contract.Format) throws -> String {
    try FixedText.read(format.name, "a format's name", place: place("formats"))
  }

  /// What one call of create gave.
  struct Creation {
    let answer: CallAnswer
    /// To be destroyed by who asked; `nil` where none was given.
    let object: OpaquePointer?
    /// Whether the place for the object was not written to.
    let isUntouched: Bool
    /// What it was lent.
    let lent: [GuardedMemory]
  }

  /// Calls create. Options and the format's name cannot be read any more when it has returned.
  static func create(
    _ plugin: ProbePlugin, format: [UInt8], threads: UInt32 = 1,
    change: (inout Contract.Table.Options) -> Void = { _ in }
  ) throws -> Creation {
    let table = try plugin.table(Contract.Table.id, as: Contract.Table.self)
    let name = try GuardedMemory(format)
    var wanted = options(format: name, threads: threads)
    change(&wanted)
    let lent = [try GuardedMemory(copyOf: wanted), name]
    for memory in lent { memory.makeReadOnly() }
    let canary = OpaquePointer(bitPattern: 0x5A5A)
    var made = canary
    let status = table.make(plugin.plugin, lent[0].pointer(), &made)
    for memory in lent { memory.forbid() }
    return Creation(
      answer: CallAnswer(status, plugin.host), object: status == IMP_OK ? made : nil,
      isUntouched: made == canary, lent: lent)
  }

  /// Ends what ``create(_:format:threads:change:)`` gave.
  static func destroy(_ creation: Creation, _ plugin: ProbePlugin) throws {
    guard let made = creation.object else { return }
    try plugin.table(Contract.Table.id, as: Contract.Table.self).destroy(made)
  }

  static func options(format name: GuardedMemory, threads: UInt32 = 1) -> Contract.Table.Options {
    Contract.Table.Options(
      threads: threads, format: imp_text(data: name.pointer(as: CChar.self), length: name.bytes.count))
  }

  // MARK: Filling room

  /// Lends room and a struct to a call that fills both.
  /// - Parameters:
  ///   - function: What is called: "extract".
  ///   - change: What is to be wrong about the struct.
  func filling<Said>(
    _ function: String, _ lent: LentRoom, _ change: (inout Said) -> Void,
    _ call: (UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<Said>) -> imp_status
  ) throws -> FilledRoom<Said> {
    let capacity = lent.capacity ?? Int(format.template_bytes_max)
    let room = try GuardedMemory([UInt8](repeating: lent.filling, count: capacity), side: lent.side)
    var empty = Said.toBeFilled
    change(&empty)
    let said = try GuardedMemory(copyOf: empty, side: lent.side)
    let before = said.content
    let buffer = try GuardedMemory(
      copyOf: imp_buffer(
        data: room.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: capacity,
        length: FilledRoom<Said>.unset), side: lent.side)
    let status = call(buffer.mutablePointer(), said.mutablePointer())
    let answer = CallAnswer(status, plugin.host)
    let length = buffer.pointer(as: imp_buffer.self).pointee.length
    if status == IMP_OK, !(0...capacity).contains(length) {
      throw CheckFailure(
        "it answered success, and a length of \(UInt(bitPattern: length)) bytes for a buffer of \(capacity) (R-01).",
        place: Self.place(function))
    }
    return FilledRoom(
      answer: answer, length: length, said: said.pointer(as: Said.self).pointee, room: room,
      filling: lent.filling, isSaidUntouched: said.content == before)
  }
}

/// Room for a template that is lent to a call.
struct LentRoom {
  /// `nil`: as many bytes as `template_bytes_max` says.
  var capacity: Int?
  /// What it holds before.
  var filling: UInt8 = 0xC7
  /// Where it touches a forbidden page.
  var side = GuardedMemory.Side.end
}

/// What came out of a call that makes a template; what was not touched is as it was lent.
struct FilledRoom<Said: SizedStruct & BitwiseCopyable> {
  let answer: CallAnswer
  /// Of the buffer, after the call.
  let length: Int
  let said: Said
  /// The lent room, all of it.
  let room: GuardedMemory
  fileprivate let filling: UInt8
  fileprivate let isSaidUntouched: Bool

  /// What `length` said before the call, in case it was left.
  static var unset: Int { 0x7EEE_EEEE }

  /// Whether room and struct are as they were.
  var isUntouched: Bool { isSaidUntouched && room.isFull(of: filling) }
  /// Whether nothing at all was written to.
  var isAsLent: Bool { isUntouched && length == Self.unset }
  /// The template; only with success.
  var payload: [UInt8] { Array(room.bytes.prefix(length)) }
  /// Whether all behind the template is as it was.
  var isUntouchedBehind: Bool { room.bytes.dropFirst(length).allSatisfy { $0 == filling } }
}
