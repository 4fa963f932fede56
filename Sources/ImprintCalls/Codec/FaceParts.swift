// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Faces and their landmarks as they are lent to be read: as many as are counted, the structs as they are.
struct LentFaces {
  var faces: UnsafeBufferPointer<imp_face>
  var landmarks: UnsafeBufferPointer<imp_point3>

  var counts: Counts {
    Counts(faces: UInt32(clamping: faces.count), landmarks: UInt32(clamping: landmarks.count))
  }

  func encode(to sink: inout some BodySink) {
    sink.bulk(UnsafeRawBufferPointer(faces), .faces)
    sink.bulk(UnsafeRawBufferPointer(landmarks), .numbers)
  }

  struct Counts: BitwiseCopyable {
    var faces: UInt32
    var landmarks: UInt32
  }
}

extension LentFaces {
  init(_ counts: Counts, from reader: inout BodyReader) throws(MalformedBody) {
    faces = try reader.elements(imp_face.self, count: counts.faces)
    landmarks = try reader.elements(imp_point3.self, count: counts.landmarks)
    for (index, face) in faces.enumerated() { try expectOwnSize(face, " \(index)") }
  }
}

extension BodyReader {
  /// An array where it lies, as bulk.
  mutating func elements<Element: BitwiseCopyable>(
    _ type: Element.Type, count: UInt32
  ) throws(MalformedBody) -> UnsafeBufferPointer<Element> {
    let bytes = try bulk(UInt64(count) * UInt64(MemoryLayout<Element>.stride))
    return UnsafeBufferPointer(
      start: bytes.baseAddress?.assumingMemoryBound(to: type), count: bytes.isEmpty ? 0 : Int(count))
  }
}
