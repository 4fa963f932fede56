// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// A program's current licence state. Thread-safe.
final class LicenseHolder: Sendable {
  enum Knowledge: Sendable {
    /// Not read yet.
    case nothing
    case license(HeldLicense)
    /// There is none: in words, after `the licence of profile 'x'`.
    case none(reason: String, remedy: String)
  }

  private struct State {
    var knowledge = Knowledge.nothing
    var captures = 0
    var registeredUsers: Int?
  }

  private let state = Mutex(State())

  var knowledge: Knowledge {
    get { state.withLock { $0.knowledge } }
    set { state.withLock { $0.knowledge = newValue } }
  }

  var isCapturing: Bool { state.withLock { $0.captures > 0 } }

  func captureBegan() { state.withLock { $0.captures += 1 } }

  func captureEnded() { state.withLock { $0.captures = max(0, $0.captures - 1) } }

  var registeredUsers: Int? {
    get { state.withLock { $0.registeredUsers } }
    set { state.withLock { $0.registeredUsers = newValue } }
  }
}
