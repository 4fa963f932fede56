// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One object of one format. Not thread-safe, unless the contract says otherwise.
class FormatProbe<Contract: FormatContract>: ListedProbe, @unchecked Sendable {
  // Sendable: nothing changes after init; a check calls it as the contract says.
  typealias Options = Contract.Table.Options

  let plugin: ProbePlugin
  let table: Contract.Table
  let format: Contract.Format
  let name: String
  let note: (String) -> Void
  let calls: ObjectCalls<Options>
  let object: OpaquePointer
  private let lent: [GuardedMemory]

  required init(
    _ plugin: ProbePlugin, _ format: Contract.Format, threads: UInt32 = 1,
    note: @escaping (String) -> Void = { _ in }
  ) throws {
    (self.plugin, self.format, self.note) = (plugin, format, note)
    table = try Self.table(plugin)
    name = try Self.name(of: format)
    // Other faults of a format are for another check.
    try Contract.expectUsable(format)
    calls = try Self.calls(plugin, format)
    let creation = try calls.make(Array(name.utf8)) { Options(threads: threads, format: $0) }
    object = try creation.made(Self.place("create"), "for \(name) and \(threads) threads")
    lent = creation.lent
  }

  deinit { table.destroy(object) }

  /// Creates another one of the same format.
  func again() throws -> Self { try Self(plugin, format, note: note) }

  // MARK: Making one

  static var words: ListingWords {
    ListingWords(ability: Contract.name, entry: "format", object: Contract.object)
  }

  private static func table(_ plugin: ProbePlugin) throws -> Contract.Table {
    try plugin.table(Contract.Table.id)
  }

  static func list(_ plugin: ProbePlugin) throws -> LentList<Contract.Format> {
    let table = try table(plugin)
    return LentList(call: place("formats"), plugin: plugin) { table.list(plugin.plugin, $0, $1) }
  }

  static func calls(_ plugin: ProbePlugin, _ format: Contract.Format) throws -> ObjectCalls<Options> {
    let table = try table(plugin)
    return ObjectCalls(
      plugin: plugin, create: { table.make(plugin.plugin, $0, $1) }, destroy: { table.destroy($0) })
  }

  static func options(_ name: imp_text, threads: UInt32) -> Options {
    Options(threads: threads, format: name)
  }

  // MARK: Filling room

  /// Lends a buffer and a struct to a call that fills both.
  /// - Parameters:
  ///   - function: What is called: "extract".
  ///   - change: The fault to put into the struct.
  func filling<Said>(
    _ function: String, _ lent: LentRoom, _ change: (inout Said) -> Void,
    _ call: (UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<Said>) -> imp_status
  ) throws -> FilledRoom<Said> {
    let buffer = try LentBuffer(
      capacity: lent.capacity ?? Int(format.template_bytes_max), filling: lent.filling, side: lent.side)
    var empty = Said.toBeFilled
    change(&empty)
    let said = try GuardedMemory(copyOf: empty, side: lent.side)
    let before = said.content
    let status = call(buffer.pointer, said.mutablePointer())
    let answer = CallAnswer(status, plugin.host)
    try buffer.expectWithin(status, Self.place(function))
    return FilledRoom(
      answer: answer, said: said.pointer(as: Said.self).pointee, buffer: buffer,
      isSaidUntouched: said.content == before)
  }
}

/// The buffer for a template that a call borrows.
struct LentRoom {
  /// `nil`: as many bytes as `template_bytes_max` says.
  var capacity: Int?
  /// Its initial content.
  var filling: UInt8 = 0xC7
  /// Where it touches a guard page.
  var side = GuardedMemory.Side.end
}

/// The results of a call that makes a template; whatever it did not write is unchanged.
struct FilledRoom<Said: SizedStruct & BitwiseCopyable>: RoomAnswer {
  let answer: CallAnswer
  let said: Said
  let buffer: LentBuffer
  fileprivate let isSaidUntouched: Bool

  /// The template's length, or the room required.
  var length: Int { buffer.length }
  var isUntouched: Bool { isSaidUntouched && buffer.isUntouched }
  /// Whether buffer and struct are unchanged, apart from the length.
  var isRoomUntouched: Bool { isSaidUntouched && buffer.isRoomUntouched }
  /// The template; only with success.
  var payload: [UInt8] { buffer.content }
}
