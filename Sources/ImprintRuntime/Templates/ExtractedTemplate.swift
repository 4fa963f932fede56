// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

extension PluginObject {
  /// A template that one of an extractor's functions makes.
  func extracted(
    _ function: String, version: UInt32, most: Int, fixed: Int?,
    _ extract: (UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_extraction>) -> imp_status
  ) throws(PluginCallError) -> Extraction {
    var result = imp_extraction(
      size: UInt32(MemoryLayout<imp_extraction>.size), version: 0, quality: -1, reserved: 0)
    var payload = [UInt8](repeating: 0, count: most)
    var length = 0
    try call(function) {
      payload.withUnsafeMutableBufferPointer { room in
        var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
        defer { length = buffer.length }
        return extract(&buffer, &result)
      }
    }
    do {
      return try Extraction(
        payload[...], length: length, result, writes: version, most: most, fixed: fixed)
    } catch {
      throw misbehaved(function, error.sentence)
    }
  }
}
