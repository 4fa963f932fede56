// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// What a call for a template of a face lends.
struct LentFace {
  var capacity = 200
  var face: imp_face? = .test(5, landmarks: 0...467)
  var landmarks: [imp_point3]? = mesh
  /// How many landmarks it says there are, where there are others.
  var count: UInt32?
  /// Makes wrong what is lent.
  var image: (inout imp_image) -> Void = { _ in }
  var extraction: (inout imp_extraction) -> Void = { _ in }

  static let mesh = (0..<468).map { imp_point3(x: 1, y: Float($0 % 200), z: 2) }

  /// Makes a template: status, length, the room and what is behind it, and what is told of it.
  func extract(_ table: imp_face_extractor_ability, _ extractor: OpaquePointer) -> [[UInt8]] {
    var payload = [UInt8](repeating: 0xee, count: capacity + 8)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 9, quality: -7, reserved: 0)
    self.extraction(&extraction)
    let count = count ?? UInt32(landmarks?.count ?? 0)
    let (status, length) = payload.withUnsafeMutableBufferPointer { room in
      (landmarks ?? []).withUnsafeBufferPointer { points in
        var buffer = imp_buffer(
          data: capacity == 0 ? nil : room.baseAddress, capacity: capacity, length: 3)
        let points = landmarks == nil ? nil : points.baseAddress
        let status = picture.lend(change: image) { image in
          guard var face else {
            return table.extract(extractor, image, nil, points, count, &buffer, &extraction)
          }
          return table.extract(extractor, image, &face, points, count, &buffer, &extraction)
        }
        return (status, buffer.length)
      }
    }
    return [bytes(status), bytes(length), payload, bytes(extraction)]
  }
}
