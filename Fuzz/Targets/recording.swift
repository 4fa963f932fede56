// SPDX-License-Identifier: Apache-2.0
@testable import ImprintRecording

/// The file as it lies on the disk, then its records with the checksums set right: those would keep every
/// mutated byte from being read.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzRecording(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  read(bytes)
  read(sealed(bytes))
  return 0
}

private func read(_ bytes: [UInt8]) {
  do throws(RecordingError) {
    var reader = try RecordingReader(bytes: bytes)
    while let record = try reader.next() {
      let body: RecordedBody
      switch record {
      case .request(let request): body = request.body
      case .reply(let reply): body = reply.body
      }
      // What was left out can be filled, and the body is as long as it says.
      precondition(body.filled { [UInt8](repeating: 7, count: $0.range.count) }.count == body.count)
    }
  } catch {
    // Refused: all that is asked.
  }
}

/// The same records with right checksums, as far as their lengths lead.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  var file = RecordingForm.preamble
  var chain = RecordingForm.Chain()
  var rest = bytes.dropFirst(RecordingForm.preambleBytes)
  while rest.count >= RecordingForm.headBytes {
    let head = Array(rest.prefix(RecordingForm.headBytes))
    let length = head[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(RecordingForm.headBytes)
    let payload = Array(rest.prefix(length))
    guard payload.count == length else { break }
    file += head + payload + chain.next(head, [payload])
    rest = rest.dropFirst(length + RecordingForm.checksumBytes)
  }
  return file
}
