// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Room that a call is to fill, and the `imp_buffer` that says of it how long it is; both guarded.
struct LentBuffer {
  /// All of the room.
  let room: GuardedMemory
  private let header: GuardedMemory
  private let before: [UInt8]
  private let filling: UInt8

  /// What `length` says before the call, in case it is left.
  static let unset = 0x7EEE_EEEE

  /// - Parameters:
  ///   - filling: What the room holds before.
  ///   - side: Where room and header touch a forbidden page.
  init(capacity: Int, filling: UInt8 = 0xC7, side: GuardedMemory.Side = .end) throws {
    self.filling = filling
    room = try GuardedMemory([UInt8](repeating: filling, count: capacity), side: side)
    header = try GuardedMemory(
      copyOf: imp_buffer(
        data: room.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: capacity,
        length: Self.unset), side: side)
    before = header.content
  }

  var pointer: UnsafeMutablePointer<imp_buffer> { header.mutablePointer() }
  /// After the call.
  var length: Int { header.pointer(as: imp_buffer.self).pointee.length }
  /// Whether nothing was written into the room.
  var isRoomUntouched: Bool { room.isFull(of: filling) }
  /// Whether nothing was written at all.
  var isUntouched: Bool { isRoomUntouched && header.content == before }
  /// Whether all behind what it says it wrote is as it was.
  var isUntouchedBehind: Bool { room.bytes.dropFirst(length).allSatisfy { $0 == filling } }
  /// What was written; only after success.
  var content: [UInt8] { Array(room.bytes.prefix(length)) }

  /// Fails where the call succeeded, and says that it wrote more than there is room for. Copies nothing:
  /// a template must not be left where the check looks for what a plugin leaves.
  func expectWithin(_ status: imp_status, _ call: String) throws {
    try expect(
      status != IMP_OK || (0...room.bytes.count).contains(length),
      "it answered success, and a length of \(UInt(bitPattern: length)) bytes for a buffer of "
        + "\(room.bytes.count) (R-01).", place: call)
  }

  /// What was written, or nothing where the call failed.
  func content(_ status: imp_status, _ call: String) throws -> [UInt8] {
    try expectWithin(status, call)
    return status == IMP_OK ? content : []
  }

  /// From now on neither can be read, for as long as this lives.
  func forbid() {
    room.forbid()
    header.forbid()
  }
}
