// SPDX-License-Identifier: Apache-2.0
import ImprintModel
@testable import ImprintVoice

/// A claimant's state as it lies on the disk, then with its hash set right: it would keep every mutated byte
/// from being read. What was read is written again, byte for byte.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzVoiceState(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let claimant = VoiceClaimantID("6ba7b810-9dad-41d1-80b4-00c04fd430c8") else { return 1 }
  for file in [bytes, bytes + ContentHash(of: bytes).bytes] {
    guard let state = try? ClaimantStateFile.decode(file, of: claimant, place: "state") else { continue }
    if let open = state.open, !open.isRegistration { precondition(open.likeness.count == open.voices.count) }
    precondition(ClaimantStateFile.encode(state, of: claimant) == file)
    for print in state.prints.all { _ = state.prints.all.first?.isSame(as: print) }
  }
  return 0
}
