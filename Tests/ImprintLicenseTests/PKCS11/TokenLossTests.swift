// SPDX-License-Identifier: Apache-2.0
import ImprintLicenseAuthority
import TestSupport
import Testing

/// What happens when a token goes while a server runs.
@Suite struct TokenLossTests {
  @Test func endedSessionsAreOpenedAnew() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let key = try token.makeKey()
      for _ in 0..<3 {
        _ = try key.sign([1])
        try token.endAllSessions()
        #expect(try key.sign([2]).count == 64)
      }
    }
  }

  @Test func sessionsThatEndUnderLoadFailNoSignature() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let key = try token.makeKey()
      _ = try key.sign([0])
      try token.endAllSessions()
      // All of them find it lost; one opens it, and the others take that.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<32 { group.addTask { _ = try key.sign([UInt8(number)]) } }
        try await group.waitForAll()
      }
    }
  }

  @Test func aKeyThatWasDeletedIsToldAsMissing() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let key = try token.makeKey()
      _ = try key.sign([1])
      try token.tool("--delete-object", "--type", "privkey", "--label", "signing")
      try token.endAllSessions()
      #expect(code(of: { try key.sign([2]) }) == .keyMissing)
    }
  }

  @Test func aPINThatWasRefusedIsNeverTriedAgain() async throws {
    let token = try SoftToken()
    await #expect(processExitsWith: .success) { [token = token as SoftToken] in
      token.enter()
      let key = try token.makeKey()
      _ = try key.sign([1])
      try token.writePIN("999999")
      try token.endAllSessions()
      #expect(code(of: { try key.sign([2]) }) == .pinRefused)
      // The right PIN would be accepted, if the token were asked.
      try token.writePIN(token.pin)
      #expect(code(of: { try key.sign([3]) }) == .pinRefused)
      #expect(try TokenKey(at: token.location(), pin: token.source).sign([4]).count == 64)
    }
  }
}
