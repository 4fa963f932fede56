// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

extension EncodedFrame {
  /// Validates what a plugin filled, and takes it over.
  init(_ raw: imp_frame, bytes: [UInt8]) throws(ContractBreach) {
    try checkSize(of: raw)
    guard let format = FrameFormat(code: raw.format) else {
      throw ContractBreach("the frame has the format \(raw.format), which this contract does not define.")
    }
    self.init(
      format: format, width: Int(raw.width), height: Int(raw.height), bytesPerRow: Int(raw.row_bytes),
      bytes: bytes, timestamp: raw.timestamp_ns, sequence: raw.sequence, dropped: raw.dropped)
    if let complaint { throw ContractBreach(complaint) }
  }
}
