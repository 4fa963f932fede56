// SPDX-License-Identifier: Apache-2.0

/// Where trials run: each part has its own drivers or daemon, which `scripts/test-devices` starts.
enum TrialPart: String, CaseIterable {
  /// In the virtual machine, with the kernel's own test drivers.
  case vm
  /// On this machine, with the virtual microphone.
  case sound
  /// On this machine, beside a private pcscd with virtual readers.
  case cards
  /// A face video, in three steps: made on this machine, fed and captured in the virtual one, verified on
  /// this one.
  case facePrepare = "face-prepare"
  case faceFilm = "face-film"
  case faceVerify = "face-verify"
}

/// One thing that is tried on a real driver or daemon. Its name says situation and outcome.
struct Trial: Sendable {
  let name: String
  let part: TrialPart
  /// Longer than this, and it hangs: the program ends and says so. An emulated processor that others wait for
  /// too takes a minute for what takes ten seconds.
  let limit: Duration
  /// Why it is left out where plugins run in workers; `nil` where it is not. See docs/reference/devices.md.
  let inProcessOnly: String?
  /// How often it may be too late (``LateHost``): more than once where a busy machine can come between. Any
  /// other failure is final.
  let attempts: Int
  let run: @Sendable () async throws -> Void

  init(
    _ name: String, part: TrialPart, limit: Duration = .seconds(180), inProcessOnly: String? = nil,
    attempts: Int = 1,
    run: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.part = part
    self.limit = limit
    self.inProcessOnly = inProcessOnly
    self.attempts = attempts
    self.run = run
  }
}

/// What a trial found that it should not have.
struct TrialFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What a busy machine may have spoilt, as it came between two clocks that were read, or stood still for
/// longer than a card's buffer lasts. What is wrong is wrong each time.
struct LateHost: Error, CustomStringConvertible {
  let description: String

  /// Throws where a measurement is off by more than it may.
  static func check(_ isInTime: Bool, _ words: String) throws(LateHost) {
    if !isInTime { throw LateHost(description: words) }
  }
}

/// Fails the trial, with words and the place, where `condition` does not hold.
func expect(
  _ condition: Bool, _ words: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) throws(TrialFailure) {
  if !condition { throw TrialFailure("\(file):\(line): \(words())") }
}
