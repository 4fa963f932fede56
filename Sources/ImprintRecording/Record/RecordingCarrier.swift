// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Forwards calls to another carrier, and records each with its outcome.
final class RecordingCarrier: CallCarrier {
  private let carrier: any CallCarrier
  private let recording: CallRecording

  init(_ carrier: any CallCarrier, to recording: CallRecording) {
    self.carrier = carrier
    self.recording = recording
  }

  var generation: UInt64 { carrier.generation }

  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery {
    let body = AlignedBytes(request.bytes)
    write(body.bytes)
    let number = recording.begin(request, body: UnsafeRawBufferPointer(body.bytes))
    let delivery = carrier.carry(request) {
      $0.copyMemory(from: UnsafeRawBufferPointer(body.bytes))
    } read: { status, reply in
      // Copied once: what is recorded is what is validated, even if the other side changes it meanwhile.
      let copy = AlignedBytes(copying: reply)
      let bytes = UnsafeRawBufferPointer(copy.bytes)
      recording.end(number, request.function, .answered, status: status, body: bytes)
      return read(status, bytes)
    }
    switch delivery {
    case .answered: break
    case .failed(let status, let words):
      Array(words.utf8).withUnsafeBytes {
        recording.end(number, request.function, .failed, status: status, body: $0)
      }
    case .stale:
      recording.end(
        number, request.function, .stale, status: IMP_E_INTERNAL,
        body: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    return delivery
  }
}

/// Bytes aligned to 64, like messages.
struct AlignedBytes: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ count: Int) {
    bytes = .allocate(byteCount: count, alignment: CallLimit.bulkAlignment)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  init(copying source: UnsafeRawBufferPointer) {
    bytes = .allocate(byteCount: source.count, alignment: CallLimit.bulkAlignment)
    bytes.copyMemory(from: source)
  }

  deinit { bytes.deallocate() }
}
