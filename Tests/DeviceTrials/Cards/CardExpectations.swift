// SPDX-License-Identifier: Apache-2.0
import Imprint

/// Waits until something holds.
func until(
  _ what: String, within limit: Duration = .seconds(10), _ holds: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if try await holds() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw TrialFailure("not within \(limit): \(what)")
}

/// Expects a call to fail with a code, within a quiet time.
/// - Returns: how long it took, by the clock on the wall.
@discardableResult
func expectFailure<Answer>(
  _ code: PluginCallError.Code, within limit: Duration = .seconds(5), _ what: String,
  file: StaticString = #fileID, line: UInt = #line, _ body: () async throws -> Answer
) async throws -> Duration {
  let (start, quietStart) = (ContinuousClock.now, QuietClock.now)
  do {
    let answer = try await body()
    throw TrialFailure("\(file):\(line): \(what): it did not fail, it gave \(answer)")
  } catch let error as PluginCallError {
    let (time, quietTime) = (ContinuousClock.now - start, QuietClock.now - quietStart)
    try expect(
      error.code == code, "\(what): it failed with \(error), not with \(code.rawValue)", file: file,
      line: line
    )
    try expect(
      quietTime < limit, "\(what): it failed as it should, but after \(quietTime)", file: file, line: line)
    return time
  }
}

/// Commands that the trials send, and what ends a response.
enum Command {
  static let selectApplication: [UInt8] = [0x00, 0xA4, 0x04, 0x0C, 0x09] + applicationName
  static let applicationName: [UInt8] = [0xF0] + Array("IMPRINT".utf8) + [0x01]
  static let verify: [UInt8] = [0x00, 0x20, 0x00, 0x01, 0x06] + Array("123456".utf8)
  static let askVerified: [UInt8] = [0x00, 0x20, 0x00, 0x01]
  static let readPublic: [UInt8] = [0x00, 0xB0, 0x81, 0x00, 0x00]
  static let readSecret: [UInt8] = [0x00, 0xB0, 0x82, 0x00, 0x10]
  static let getChallenge: [UInt8] = [0x00, 0x84, 0x00, 0x00, 0x08]
  static let ok: [UInt8] = [0x90, 0x00]
}

extension CardConnection {
  /// Sends a command whose response ends with 9000.
  func succeed(_ command: [UInt8]) throws {
    let response = try transmit(command)
    try expect(
      response.suffix(2) == Command.ok, "\(command.prefix(4)) was answered with \(response.suffix(2))")
  }
}
