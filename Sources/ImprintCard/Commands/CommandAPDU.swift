// SPDX-License-Identifier: Apache-2.0

/// A command to a card: class, instruction, two parameters, data, and expected response length.
///
/// Redacted: its description never shows the data, nor the length of what may be a PIN.
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.2; ISO/IEC 7816-3:2006, 12.1.
public struct CommandAPDU: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The encoding of lengths.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// One byte: at most 255 bytes of data, 256 expected.
    case short
    /// Two bytes: at most 65,535 bytes of data, 65,536 expected. Only for cards that declare support.
    case extended
  }

  /// Which of data and expected length are present.
  public enum Case: Int, Sendable, Hashable, CaseIterable {
    case noDataNoAnswer = 1
    case answer = 2
    case data = 3
    case dataAndAnswer = 4
  }

  /// The maximum data of one command, with extended length.
  public static let mostData = 65_535
  /// The maximum expected length of one command, with extended length.
  public static let mostExpected = 65_536

  public let cla: CommandClass
  public let ins: UInt8
  public let p1: UInt8
  public let p2: UInt8
  /// Nc bytes, 0...65,535.
  public let data: [UInt8]
  /// Ne, 1...65,536: the maximum expected length; 256 and 65,536 mean all. `nil`: no response data.
  public let expected: Int?

  /// - Throws: ``CardError`` `command`: too much data, an expected length outside 1...65,536, or an
  ///   instruction `6X` or `9X`, which T=0 cannot send.
  public init(
    cla: CommandClass = .plain, ins: UInt8, p1: UInt8 = 0, p2: UInt8 = 0, data: [UInt8] = [],
    expected: Int? = nil
  ) throws(CardError) {
    guard ins & 0xF0 != 0x60, ins & 0xF0 != 0x90 else {
      throw .command(
        "no instruction is 6X or 9X: they would be taken for a status word.", place: "INS \(Hex.text([ins]))")
    }
    guard data.count <= Self.mostData else {
      throw .command("it has \(data.count) bytes of data; \(Self.mostData) are the most.")
    }
    guard (1...Self.mostExpected).contains(expected ?? 1) else {
      throw .command("it expects \(expected ?? 0) bytes; 1 to \(Self.mostExpected) can be expected.")
    }
    self.init(checkedCLA: cla, ins: ins, p1: p1, p2: p2, data: data, expected: expected)
  }

  private init(checkedCLA cla: CommandClass, ins: UInt8, p1: UInt8, p2: UInt8, data: [UInt8], expected: Int?)
  {
    self.cla = cla
    self.ins = ins
    self.p1 = p1
    self.p2 = p2
    self.data = data
    self.expected = expected
  }

  public var `case`: Case {
    switch (data.isEmpty, expected) {
    case (true, nil): .noDataNoAnswer
    case (true, _): .answer
    case (false, nil): .data
    case (false, _): .dataAndAnswer
    }
  }

  /// Whether it fits the short form.
  public var fitsShort: Bool { data.count <= 255 && (expected ?? 1) <= 256 }

  /// The same with another class.
  public func with(_ cla: CommandClass) -> CommandAPDU {
    CommandAPDU(checkedCLA: cla, ins: ins, p1: p1, p2: p2, data: data, expected: expected)
  }

  /// The same with another expected length, 1...65,536.
  func expecting(_ expected: Int?) -> CommandAPDU {
    CommandAPDU(checkedCLA: cla, ins: ins, p1: p1, p2: p2, data: data, expected: expected)
  }

  /// The same with a part of its data.
  func carrying(_ part: ArraySlice<UInt8>) -> CommandAPDU {
    CommandAPDU(checkedCLA: cla, ins: ins, p1: p1, p2: p2, data: Array(part), expected: expected)
  }

  public var description: String {
    let name = CardInstruction.name(of: ins)
    let header = Hex.text([cla.rawValue, ins, p1, p2], separator: " ")
    let carried =
      data.isEmpty
      ? "" : CardInstruction.hidesLength(ins) ? ", <redacted>" : ", \(data.count) bytes <redacted>"
    let asked = expected.map { ", expects \($0)" } ?? ""
    return "\(name)(\(header)\(carried)\(asked))"
  }
  /// Empty: `dump` shows no data either.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether its data is a person's secret: a PIN or an unblocking code.
  var carriesSecret: Bool { !data.isEmpty && CardInstruction.carriesSecret(ins) }
}
