// SPDX-License-Identifier: Apache-2.0
import ImprintModel
@testable import ImprintLockout

/// The files as they lie on the disk, then with their hash set right: it would keep every mutated byte from
/// being read. What was read is lived with: time that jumps, processes that are gone, attempts that fail.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzLockout(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  _ = ProcessStatus(bytes)
  for holder in [LockoutHolder.device, .subject(ContentHash(of: []))] {
    let whole = LockoutRecordFile.sealing(LockoutRecordFile.head(of: holder) + bytes)
    for file in [bytes, LockoutRecordFile.sealing(bytes), whole] {
      guard let state = try? LockoutRecordFile.decode(file, of: holder, place: "record") else { continue }
      precondition(LockoutRecordFile.encode(state, of: holder) == file)
      live(state, bytes)
    }
  }
  if let salt = try? LockoutRecordFile.decodeSalt(LockoutRecordFile.sealing(bytes), place: "salt") {
    precondition(LockoutRecordFile.encode(salt: salt) == LockoutRecordFile.sealing(bytes))
  }
  return 0
}

private func live(_ read: LockoutState, _ choices: [UInt8]) {
  let settings = LockoutSettings.standard
  var state = read
  var (bootTime, wall) = (read.anchor.bootTime, read.latest)
  for choice in choices.suffix(24) {
    let step = Int64(bitPattern: UInt64(choice) << (choice % 56))
    (bootTime, wall) = (bootTime &+ step, wall &- step)
    let boot = choice % 3 == 0 ? nil : choice % 3 == 1 ? read.anchor.boot : "another"
    let now = LockoutMoment(boot: boot, bootTime: bootTime, wall: wall)
    let before = state.remaining
    state.advance(to: now)
    precondition((0...before).contains(state.remaining))
    state.settle(at: now, by: settings) { [.running, .gone, .unknown][Int($0.id % 3)] }
    let standing = state.standing(at: now, by: settings)
    let refusal = state.refusal(by: settings)
    precondition(refusal == nil || state.standing(at: now, by: settings).attemptsLeft == 0)
    precondition((0...5).contains(standing.attemptsLeft ?? -1))
    if refusal == nil {
      state.reserve(
        LockoutReservation(
          id: UInt64(choice), process: LockoutProcess(number: 1, started: 1, boot: boot, domain: nil),
          begun: now.bootTime))
    }
    state.end(
      UInt64(choice), choice % 5 == 0 ? .resets : choice % 2 == 0 ? .counts : .countsOnceShown, by: settings)
    let written = LockoutRecordFile.encode(state, of: .device)
    precondition((try? LockoutRecordFile.decode(written, of: .device, place: "record")) == state)
  }
}
