// SPDX-License-Identifier: Apache-2.0
@testable import ImprintSession

/// The file as it lies on the disk, then its chunks with the checksums set right: those would keep every
/// mutated byte from being read. What was read is written again, and redacted.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzSession(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  read(bytes)
  read(sealed(bytes))
  return 0
}

private func read(_ bytes: [UInt8]) {
  do throws(SessionError) {
    var reader = try SessionReader(bytes: bytes)
    var (whole, redacted) = (SessionEncoder(), SessionEncoder())
    var (copy, hidden) = (SessionForm.preamble, SessionForm.preamble)
    func write(_ chunk: EncodedChunk, _ encoder: inout SessionEncoder, _ file: inout [UInt8]) {
      for piece in encoder.pieces(of: chunk) { file += piece }
    }
    write(reader.header.encoded(), &whole, &copy)
    write(reader.header.redacted.encoded(), &redacted, &hidden)
    while let chunk = try reader.next() {
      write(chunk.encoded(), &whole, &copy)
      write(chunk.redacted.encoded(), &redacted, &hidden)
    }
    guard reader.passedOver == 0 else { return }
    // What is read is written, and read again to the same bytes.
    precondition(rewritten(copy) == copy && rewritten(hidden) == hidden)
  } catch {
    // Refused: all that is asked.
  }
}

/// Chunk by chunk, without an end; `nil` if it is refused.
private func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
  do throws(SessionError) {
    var reader = try SessionReader(bytes: bytes)
    var encoder = SessionEncoder()
    var file = SessionForm.preamble
    for piece in encoder.pieces(of: reader.header.encoded()) { file += piece }
    while let chunk = try reader.next() {
      for piece in encoder.pieces(of: chunk.encoded()) { file += piece }
    }
    return file
  } catch {
    return nil
  }
}

/// The same chunks with right checksums, as far as their lengths lead; the end with the right hash.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  var file = Array(bytes.prefix(SessionForm.preambleBytes))
  var chain = SessionForm.Chain(preamble: file)
  var rest = bytes.dropFirst(SessionForm.preambleBytes)
  while rest.count >= SessionForm.headBytes {
    let head = Array(rest.prefix(SessionForm.headBytes))
    let length = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(SessionForm.headBytes)
    var payload = Array(rest.prefix(length))
    guard payload.count == length else { break }
    if head[0] == SessionForm.Kind.end.rawValue, length == SessionEnd.payloadBytes {
      payload.replaceSubrange((length - 32)..., with: chain.hash.bytes)
    }
    file += head + payload + chain.next([head, payload])
    rest = rest.dropFirst(length + SessionForm.checksumBytes)
  }
  return file
}
