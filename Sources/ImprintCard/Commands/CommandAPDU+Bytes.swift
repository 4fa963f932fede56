// SPDX-License-Identifier: Apache-2.0

extension CommandAPDU {
  /// The bytes of the command.
  /// - Parameter form: `short`, the default, if it fits; a command may use the extended form although it is
  ///   short. Case 1 is the same in both.
  /// - Throws: ``CardError`` `command`: it does not fit the short form.
  public func bytes(_ form: Form = .short) throws(CardError) -> [UInt8] {
    var bytes = [cla.rawValue, ins, p1, p2]
    switch form {
    case .short:
      guard fitsShort else {
        let carried = CardInstruction.hidesLength(ins) ? "data" : "\(data.count) bytes"
        throw .command(
          "it carries \(carried) and expects \(expected ?? 0); the short form has 255 and 256 at most.")
      }
      if !data.isEmpty { bytes += [UInt8(data.count)] + data }
      if let expected { bytes.append(UInt8(truncatingIfNeeded: expected)) }
    case .extended:
      if !data.isEmpty { bytes += [0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data }
      if let expected {
        if data.isEmpty { bytes.append(0) }
        bytes += [UInt8(truncatingIfNeeded: expected >> 8), UInt8(truncatingIfNeeded: expected)]
      }
    }
    return bytes
  }

  /// Parses a command and its form. O(n).
  /// - Throws: ``CardError`` `command`: lengths and bytes are inconsistent, or there is no such command.
  public static func parse(_ bytes: [UInt8]) throws(CardError) -> (command: CommandAPDU, form: Form) {
    guard bytes.count >= 4 else {
      throw .command("it has \(bytes.count) bytes; a command has 4 at least.")
    }
    func command(data: ArraySlice<UInt8> = [], expected: Int? = nil) throws(CardError) -> CommandAPDU {
      try CommandAPDU(
        cla: CommandClass(rawValue: bytes[0]), ins: bytes[1], p1: bytes[2], p2: bytes[3], data: Array(data),
        expected: expected)
    }
    // The length of a PIN must not be disclosed either.
    func disagreeing(_ said: Int, after place: Int) -> CardError {
      .command(
        CardInstruction.hidesLength(bytes[1])
          ? "its length says another number of bytes than there are."
          : "it says \(said) bytes of data, and has \(bytes.count - place) bytes after the length.")
    }
    if bytes.count == 4 { return (try command(), .short) }
    let first = Int(bytes[4])
    if bytes.count == 5 { return (try command(expected: first == 0 ? 256 : first), .short) }
    if first != 0 {
      let end = 5 + first
      if bytes.count == end { return (try command(data: bytes[5..<end]), .short) }
      if bytes.count == end + 1 {
        let last = Int(bytes[end])
        return (try command(data: bytes[5..<end], expected: last == 0 ? 256 : last), .short)
      }
      throw disagreeing(first, after: 5)
    }
    guard bytes.count >= 7 else { throw .command("its length begins as a long one, and is cut.") }
    let long = Int(bytes[5]) << 8 | Int(bytes[6])
    if bytes.count == 7 { return (try command(expected: long == 0 ? 65_536 : long), .extended) }
    guard long > 0 else { throw .command("it says that no data comes, in the long form, and has some.") }
    let end = 7 + long
    if bytes.count == end { return (try command(data: bytes[7..<end]), .extended) }
    if bytes.count == end + 2 {
      let last = Int(bytes[end]) << 8 | Int(bytes[end + 1])
      return (try command(data: bytes[7..<end], expected: last == 0 ? 65_536 : last), .extended)
    }
    throw disagreeing(long, after: 7)
  }
}
