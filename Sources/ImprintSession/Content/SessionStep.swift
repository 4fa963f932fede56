// SPDX-License-Identifier: Apache-2.0

/// The input of one step of the capture machine.
public struct SessionStep: Sendable, Hashable {
  public enum Input: Sendable, Hashable {
    /// The frame of that number, with the faces that precede this in the session.
    case frame(sequence: UInt64)
    /// No frame came in time.
    case tick
    /// The source has ended.
    case end
    /// The machine is to end with what it has.
    case stop
    /// The answer of the comparison that precedes this.
    case compared
    /// A sample of a motion sensor: 1...16 numbers in its own order and units, of an accelerometer x, y and z
    /// in m/s².
    case motion([Float])
  }

  public var input: Input
  /// The host's monotonic time, in nanoseconds; never decreases.
  public var time: UInt64

  public init(_ input: Input, time: UInt64) {
    self.input = input
    self.time = time
  }
}

extension SessionStep {
  private static let mostValues = 16
  static let longestPayload = 24 + 4 * mostValues

  private enum Number: UInt16 {
    case frame = 1
    case tick = 2
    case end = 3
    case stop = 4
    case compared = 5
    case motion = 6
  }

  func check() throws(SessionFault) {
    guard case .motion(let values) = input else { return }
    try require(
      (1...Self.mostValues).contains(values.count) && values.allSatisfy(\.isFinite),
      "a motion sample has no numbers, too many, or one that is not finite.")
  }

  func encoded() -> [UInt8] {
    var sequence: UInt64 = 0
    var values: [Float] = []
    let number: Number
    switch input {
    case .frame(let frame): (number, sequence) = (.frame, frame)
    case .tick: number = .tick
    case .end: number = .end
    case .stop: number = .stop
    case .compared: number = .compared
    case .motion(let sample): (number, values) = (.motion, sample)
    }
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number.rawValue)
    bytes.append(littleEndian: UInt16(values.count))
    bytes.append(littleEndian: UInt32(0))
    bytes.append(littleEndian: time)
    bytes.append(littleEndian: sequence)
    for value in values { bytes.append(float: value) }
    return bytes
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    let raw = try reader.take(UInt16.self)
    guard let number = Number(rawValue: raw) else {
      throw SessionFault("a step has the input \(raw), which this version does not define.")
    }
    let count = try reader.take(UInt16.self)
    try reader.zero(UInt32.self)
    time = try reader.take(UInt64.self)
    let sequence = try reader.take(UInt64.self)
    try require(number == .frame || sequence == 0, "a step without a frame names one.")
    try require(number == .motion || count == 0, "a step that is no motion has numbers.")
    switch number {
    case .frame: input = .frame(sequence: sequence)
    case .tick: input = .tick
    case .end: input = .end
    case .stop: input = .stop
    case .compared: input = .compared
    case .motion:
      var values: [Float] = []
      for _ in 0..<count { values.append(try reader.float()) }
      input = .motion(values)
    }
    try reader.end()
  }
}
