// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

/// What one call for a template gave, and left.
struct ExtractorAnswer {
  var status: imp_status
  /// The lent memory, of which the room is the first part.
  var memory: [UInt8]
  var length: Int
  var extraction: imp_extraction

  /// Lends memory of 16 bytes.
  /// - Parameter capacity: What the host says of its length.
  static func of(
    capacity: Int = 16,
    _ extract: (UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_extraction>) -> imp_status
  ) -> ExtractorAnswer {
    var memory = [UInt8](repeating: 0xee, count: 16)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 77, quality: 77, reserved: 77)
    let (status, length) = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 55)
      let status = extract(&buffer, &extraction)
      return (status, buffer.length)
    }
    return ExtractorAnswer(status: status, memory: memory, length: length, extraction: extraction)
  }

  /// The template; none without success.
  var template: [UInt8] { status == IMP_OK ? Array(memory.prefix(length)) : [] }

  ///
  func expectUntouched(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(length == 55, sourceLocation: sourceLocation)
    expectUnwritten(sourceLocation: sourceLocation)
  }

  /// the length is said, and nothing is written.
  func expectShort(of bytes: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect((status, length) == (IMP_RETRY_SHORT_BUFFER, bytes), sourceLocation: sourceLocation)
    expectUnwritten(sourceLocation: sourceLocation)
  }

  private func expectUnwritten(sourceLocation: SourceLocation) {
    #expect(memory.allSatisfy { $0 == 0xee }, sourceLocation: sourceLocation)
    #expect(extraction.version == 77, sourceLocation: sourceLocation)
    #expect(extraction.quality == 77, sourceLocation: sourceLocation)
  }
}

/// Expects of a list of two formats that it comes whole or not at all.
func expectTwoOrNothing<Format>(
  _ empty: Format, _ size: WritableKeyPath<Format, UInt32>,
  _ list: (UnsafeMutablePointer<Format>?, UnsafeMutablePointer<Int>) -> imp_status
) {
  func content(_ formats: [Format]) -> [UInt8] { formats.withUnsafeBytes { Array($0) } }
  var count = 0
  #expect(list(nil, &count) == IMP_RETRY_SHORT_BUFFER)
  #expect(count == 2)
  var formats = room(empty, size, 1)
  count = 1
  #expect(list(&formats, &count) == IMP_RETRY_SHORT_BUFFER)
  #expect(count == 2)
  #expect(content(formats) == content(room(empty, size, 1)))
  // The one behind those that would be filled counts too.
  for wrong in 0..<3 {
    formats = room(empty, size, 3)
    formats[wrong][keyPath: size] -= 4
    let before = content(formats)
    count = 3
    #expect(list(&formats, &count) == IMP_E_ABI)
    #expect(count == 3)
    #expect(content(formats) == before)
  }
}

extension Change<imp_image> {
  /// Images that nobody can read.
  static var unreadable: [Change] {
    [
      Change(IMP_E_ABI) { $0.size += 1 }, Change(IMP_E_SAMPLE) { $0.format = 201 },
      Change(IMP_E_SAMPLE) { $0.format = 0 },
      Change(IMP_E_SAMPLE) { $0.width = 0 }, Change(IMP_E_SAMPLE) { $0.height = 65536 },
      Change(IMP_E_SAMPLE) { $0.row_bytes = 2 },
      Change(IMP_E_SAMPLE) { $0.pixels.length = 10 }, Change(IMP_E_SAMPLE) { $0.pixels.data = nil },
      Change(IMP_E_SAMPLE) { $0.row_bytes = .max },
      Change(IMP_E_SAMPLE) { ($0.height, $0.row_bytes) = (1, 8 * 65535 + 1) },
    ]
  }
}

extension Change<imp_face> {
  /// What is wrong with faces whose 468 landmarks are among 470.
  static var unreadable: [Change] {
    [
      Change(IMP_E_ARGUMENT) { $0.landmark_first = 3 }, Change(IMP_E_ARGUMENT) { $0.landmark_first = .max },
      Change(IMP_E_ARGUMENT) { $0.landmark_count = 467 }, Change(IMP_E_ARGUMENT) { $0.landmark_model = 2 },
      Change(IMP_E_ARGUMENT) { $0.yaw = .nan }, Change(IMP_E_ARGUMENT) { $0.box.width = .infinity },
      Change(IMP_E_ABI) { $0.size += 4 },
    ]
  }
}

extension imp_face {
  /// A face whose landmarks are a mesh.
  static var meshed: imp_face {
    var face = imp_face()
    face.size = structSize(imp_face.self)
    face.track_id = 2
    face.landmark_model = UInt32(IMP_LANDMARKS_MESH468)
    face.landmark_count = 468
    return face
  }
}
