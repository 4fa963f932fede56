// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// A smart card in software, for tests of what talks to cards: files, a PIN with a retry counter, and faults
/// on purpose. It is no secure element: its secrets lie in memory as they are.
///
/// Commands and responses are those of ISO/IEC 7816-4:2020. ``respond(to:)`` answers in the process;
/// ``VirtualCardConnection`` puts the card into a virtual reader. Safe from any thread: one command at a
/// time.
public final class VirtualCard: Sendable {
  private let state: Mutex<CardState>

  public init(_ description: Description = .standard) {
    state = Mutex(CardState(description))
  }

  /// The answer to reset, as described.
  public var atr: [UInt8] { state.withLock { $0.description.atr } }

  /// The response to one command, status word included. Any bytes may be sent: what is no command is answered
  /// with a status word too.
  ///
  /// Empty where a fault takes the card out or makes it mute. O(command and response).
  public func respond(to command: [UInt8]) -> [UInt8] { react(to: command).response }

  /// Forgets what was selected and verified, as each reset and each loss of power does. Files, PINs and their
  /// counters stay.
  public func reset() { state.withLock { $0.reset() } }

  /// The commands that were sent since the card was made or put into a reader.
  public var commandCount: Int { state.withLock { $0.commandCount } }

  /// What an elementary file holds now.
  /// - Parameter path: file ids below the master file: `[0xDF01, 0x0002]`.
  public func content(at path: [UInt16]) -> [UInt8]? { state.withLock { $0.content(at: path) } }

  /// How many wrong PINs are left; `nil` where there is no such PIN.
  public func triesLeft(pin reference: UInt8) -> Int? { state.withLock { $0.pins[reference]?.triesLeft } }

  /// - Parameter room: bytes that the reader hands on at the most; a longer response comes in parts.
  func react(to command: [UInt8], room: Int = Fault.longestResponse) -> Reaction {
    state.withLock { $0.react(to: command, room: room) }
  }

  /// It was put into a reader: faults count commands from here on.
  func insert() {
    state.withLock {
      $0.reset()
      $0.commandCount = 0
    }
  }
}

/// What comes of a command: the response, and what a fault adds to it.
struct Reaction {
  var response: [UInt8]
  var fault: VirtualCard.Fault.Action?
}
