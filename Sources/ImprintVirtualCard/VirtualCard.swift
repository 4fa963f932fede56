// SPDX-License-Identifier: Apache-2.0
private import ImprintFiles
private import Synchronization

/// A software smart card for testing card clients: files, PINs and fingers with retry counters, and injected
/// faults. It
/// is not a secure element: its secrets are in plain memory.
///
/// Commands and responses are those of ISO/IEC 7816-4:2020. ``respond(to:)`` responds in process;
/// ``VirtualCardConnection`` inserts the card into a virtual reader. Thread-safe: commands are serialized.
public final class VirtualCard: Sendable {
  private let state: Mutex<CardState>
  /// Held as long as the card has a file: another with the same would wind its counters back.
  private let lock: FileLock<VirtualCardError>?

  public init(_ description: Description = .standard) {
    state = Mutex(CardState(description))
    lock = nil
  }

  /// A card whose fingers and their counters of attempts outlive it: they are kept in a file that only its
  /// owner may read, which is made where there is none. Each change is on the disk before the card goes on:
  /// an attempt is counted there before it is compared. All else is as described each time.
  ///
  /// One card at a time has a file, by a lock beside it (`.lock`). **The file holds the minutiae of who is
  /// enrolled**, unprotected.
  /// - Throws: ``VirtualCardError`` `memory`: it cannot be read or written, is of a card with other fingers,
  ///   or another card has it.
  public init(_ description: Description, memory path: String) throws(VirtualCardError) {
    let lock = try FileLock<VirtualCardError>.takeBlocking(
      path + ".lock", .writing, patience: Self.patience, creates: true)
    let memory = CardMemory(path: path)
    var state = CardState(description, memory: memory)
    if let kept = try memory.read(of: state.fingers) { state.fingers = kept } else { try state.keepFingers() }
    self.state = Mutex(state)
    self.lock = consume lock
  }

  /// For a program that is just ending.
  private static let patience = Duration.milliseconds(500)

  /// The answer to reset, as described.
  public var atr: [UInt8] { state.withLock { $0.description.atr } }

  /// The response to one command, status word included. Any bytes may be sent: invalid commands get a status
  /// word too.
  ///
  /// Empty if a fault removes the card or makes it mute. O(command and response).
  public func respond(to command: [UInt8]) -> [UInt8] { react(to: command).response }

  /// Clears selection and verifications, like every reset or power loss. Files, PINs and their counters are
  /// kept.
  public func reset() { state.withLock { $0.reset() } }

  /// The commands that were sent since the card was made or put into a reader.
  public var commandCount: Int { state.withLock { $0.commandCount } }

  /// The current content of an elementary file.
  /// - Parameter path: file ids below the master file: `[0xDF01, 0x0002]`.
  public func content(at path: [UInt16]) -> [UInt8]? { state.withLock { $0.content(at: path) } }

  /// The remaining tries; `nil` if there is no such PIN.
  public func triesLeft(pin reference: UInt8) -> Int? { state.withLock { $0.pins[reference]?.triesLeft } }

  /// The remaining attempts of a finger; `nil` if there is no such finger.
  public func attemptsLeft(finger reference: UInt8) -> Int? {
    state.withLock { $0.fingers[reference]?.attemptsLeft }
  }

  /// - Parameter room: the reader's maximum length; a longer response comes in parts.
  func react(to command: [UInt8], room: Int = Fault.longestResponse) -> Reaction {
    state.withLock { $0.react(to: command, room: room) }
  }

  /// Inserted into a reader: faults count commands from here on.
  func insert() {
    state.withLock {
      $0.reset()
      $0.commandCount = 0
    }
  }
}

/// The outcome of a command: the response, and the effect of a fault.
struct Reaction {
  var response: [UInt8]
  var fault: VirtualCard.Fault.Action?
}
