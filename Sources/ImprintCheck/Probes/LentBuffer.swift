// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Room for a call to fill, and the `imp_buffer` that states its size; both guarded.
struct LentBuffer {
  /// All of the room.
  let room: GuardedMemory
  private let header: GuardedMemory
  private let before: [UInt8]
  private let filling: UInt8

  /// The initial value of `length`, in case it is not written.
  static let unset = 0x7EEE_EEEE

  /// - Parameters:
  ///   - filling: The initial content of the room.
  ///   - side: Where room and header touch a guard page.
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
  /// Whether everything after the stated length is unchanged.
  var isUntouchedBehind: Bool { room.bytes.dropFirst(length).allSatisfy { $0 == filling } }
  /// The bytes written; only after success.
  var content: [UInt8] { Array(room.bytes.prefix(length)) }

  /// Fails where the call succeeded with a length beyond the room. Copies nothing: a template must not remain
  /// where the check looks for what a plugin leaves.
  func expectWithin(_ status: imp_status, _ call: String) throws {
    try expect(
      status != IMP_OK || (0...room.bytes.count).contains(length),
      "it returned success, but a length of \(UInt(bitPattern: length)) bytes for a buffer of "
        + "\(room.bytes.count) (R-01).", place: call)
  }

  /// The bytes written, or none where the call failed.
  func content(_ status: imp_status, _ call: String) throws -> [UInt8] {
    try expectWithin(status, call)
    return status == IMP_OK ? content : []
  }

  /// From now on neither is accessible, for this object's lifetime.
  func forbid() {
    room.forbid()
    header.forbid()
  }
}
