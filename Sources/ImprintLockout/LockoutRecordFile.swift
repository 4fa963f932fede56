// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintModel

/// Whose record a file is.
enum LockoutHolder: Sendable, Hashable {
  case device
  /// By ``LockoutSubject/number(salt:)``.
  case subject(ContentHash)

  /// The name of its file.
  var fileName: String {
    switch self {
    case .device: "device"
    case .subject(let number): "\(Self.subjects)\(number.hex)"
    }
  }

  /// What the names of subjects' files begin with.
  static let subjects = "subject-"
}

/// The files of a lock-out. Numbers are little-endian:
///
///     8 bytes   "imprlock"
///     1 byte    version, 1
///     1 byte    kind: 0 the device's record, 1 a subject's, 2 the salt
///     32 bytes  zeros; the subject's number; the salt, where the file goes on with its hash
///     u32       failed attempts since the last success or lock
///     u32       locks since the last success
///     i64       what is left of the lock, in nanoseconds
///     i64       the latest time seen, in milliseconds since 1970 UTC
///     text      the boot, and
///     i64       its boot time, when the time that is left was counted, in nanoseconds
///     u8        attempts that are being made, each:
///       u64       id
///       i32       process
///       u64       when that started, in clock ticks since boot; all ones if unknown
///       text      its boot
///       text      its namespaces
///       i64       boot time when it was begun, in nanoseconds
///       u8        1 once a challenge was shown, 0 before
///     32 bytes  SHA-256 of all before, in any version
///
/// A text is its length as u8, at most 64, and as many bytes of UTF-8; empty if unknown. Whatever is not
/// exactly what is written here is damaged. The hash finds damage, and keeps nobody who may write the file
/// from writing another one.
enum LockoutRecordFile {
  /// More than the longest record.
  static let maximumBytes = 1 << 15
  static let saltBytes = 32
  private static let magic = Array("imprlock".utf8)
  private static let version: UInt8 = 1
  private static let hashBytes = 32
  private static let saltKind: UInt8 = 2

  static func encode(_ state: LockoutState, of holder: LockoutHolder) -> [UInt8] {
    var bytes = head(of: holder)
    bytes.add(UInt32(state.failures))
    bytes.add(UInt32(state.locks))
    bytes.add(state.remaining)
    bytes.add(state.latest)
    bytes.add(state.anchor.boot)
    bytes.add(state.anchor.bootTime)
    bytes.append(UInt8(state.reservations.count))
    for reservation in state.reservations {
      bytes.add(reservation.id)
      bytes.add(reservation.process.number)
      bytes.add(reservation.process.started ?? .max)
      bytes.add(reservation.process.boot)
      bytes.add(reservation.process.domain)
      bytes.add(reservation.begun)
      bytes.append(reservation.isShown ? 1 : 0)
    }
    return sealing(bytes)
  }

  /// - Parameters:
  ///   - holder: whom the file is named after.
  ///   - place: the file, for errors.
  /// - Throws: `damaged` for anything but what ``encode(_:of:)`` writes, and `newerRecord`.
  static func decode(
    _ bytes: [UInt8], of holder: LockoutHolder, place: String
  ) throws(LockoutError) -> LockoutState {
    let content = try content(bytes, place: place)
    guard content.starts(with: head(of: holder)) else {
      throw .notAFile(place, reason: "it is not the record that it is named after.")
    }
    guard let state = state(content.dropFirst(head(of: holder).count)) else {
      throw .notAFile(place, reason: "its content is no record.")
    }
    return state
  }

  static func encode(salt: [UInt8]) -> [UInt8] { sealing(magic + [version, saltKind] + salt) }

  static func decodeSalt(_ bytes: [UInt8], place: String) throws(LockoutError) -> [UInt8] {
    let content = try content(bytes, place: place)
    let head = magic + [version, saltKind]
    guard content.starts(with: head), content.count == head.count + saltBytes else {
      throw .notAFile(place, reason: "it is no salt.")
    }
    return Array(content.dropFirst(head.count))
  }

  /// A file with any content, and its hash.
  static func sealing(_ content: [UInt8]) -> [UInt8] { content + ContentHash(of: content).bytes }

  /// All before the numbers.
  static func head(of holder: LockoutHolder) -> [UInt8] {
    switch holder {
    case .device: magic + [version, 0] + [UInt8](repeating: 0, count: hashBytes)
    case .subject(let number): magic + [version, 1] + number.bytes
    }
  }

  /// All before the hash.
  private static func content(_ bytes: [UInt8], place: String) throws(LockoutError) -> [UInt8] {
    let content = Array(bytes.dropLast(hashBytes))
    guard content.count > magic.count, bytes.suffix(hashBytes).elementsEqual(ContentHash(of: content).bytes)
    else { throw .notAFile(place, reason: "its hash does not match: it was cut or changed.") }
    guard content.starts(with: magic) else {
      throw .notAFile(place, reason: "it is not a file of the lock-out.")
    }
    guard content[magic.count] <= version else {
      throw LockoutError(
        .newerRecord, place: place, reason: "it has version \(content[magic.count]); this reads \(version).",
        remedy: "Update Imprint.")
    }
    return content
  }

  private static func state(_ content: ArraySlice<UInt8>) -> LockoutState? {
    var rest = LockoutBytes(rest: content)
    guard let failures = rest.number(UInt32.self), let locks = rest.number(UInt32.self),
      let remaining = rest.number(Int64.self), let latest = rest.number(Int64.self), let boot = rest.text(),
      let bootTime = rest.number(Int64.self), let count = rest.number(UInt8.self)
    else { return nil }
    var reservations: [LockoutReservation] = []
    for _ in 0..<count {
      guard let reservation = reservation(&rest) else { return nil }
      reservations.append(reservation)
    }
    guard rest.isEmpty else { return nil }
    return LockoutState(
      failures: Int(failures), locks: Int(locks), remaining: remaining,
      anchor: LockoutState.Anchor(boot: boot.isEmpty ? nil : boot, bootTime: bootTime), latest: latest,
      reservations: reservations)
  }

  private static func reservation(_ rest: inout LockoutBytes) -> LockoutReservation? {
    guard let id = rest.number(UInt64.self), let number = rest.number(Int32.self),
      let started = rest.number(UInt64.self), let boot = rest.text(), let domain = rest.text(),
      let begun = rest.number(Int64.self), let isShown = rest.number(UInt8.self), isShown <= 1
    else { return nil }
    return LockoutReservation(
      id: id, process: LockoutProcess(number: number, started: started, boot: boot, domain: domain),
      begun: begun, isShown: isShown == 1)
  }
}

/// Bytes to be read in order. `nil` where there are too few.
private struct LockoutBytes {
  var rest: ArraySlice<UInt8>

  var isEmpty: Bool { rest.isEmpty }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
    let size = Number.bitWidth / 8
    guard rest.count >= size else { return nil }
    let number = rest.prefix(size).reversed().reduce(Number.zero) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    rest = rest.dropFirst(size)
    return number
  }

  mutating func text() -> String? {
    guard let length = number(UInt8.self), length <= LockoutMoment.mostBootBytes, rest.count >= length else {
      return nil
    }
    let text = String(validating: rest.prefix(Int(length)), as: UTF8.self)
    rest = rest.dropFirst(Int(length))
    return text
  }
}

extension [UInt8] {
  fileprivate mutating func add(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// At most 64 bytes, as ``LockoutMoment`` and ``LockoutProcess`` see to.
  fileprivate mutating func add(_ text: String?) {
    let text = text ?? ""
    append(UInt8(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}
