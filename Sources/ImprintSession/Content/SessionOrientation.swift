// SPDX-License-Identifier: Apache-2.0

extension CaptureOrientation {
  static let payloadBytes = 4

  /// In a session. Numbers are in files and never change.
  var number: UInt32 {
    switch self {
    case .portrait: 1
    case .upsideDown: 2
    case .landscapeLeft: 3
    case .landscapeRight: 4
    }
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    return bytes
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    let number = try reader.take(UInt32.self)
    guard let orientation = Self.allCases.first(where: { $0.number == number }) else {
      throw SessionFault("a device is held in the orientation \(number), which this version does not define.")
    }
    self = orientation
    try reader.end()
  }
}
