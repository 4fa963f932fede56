// SPDX-License-Identifier: Apache-2.0
private import Dispatch
private import ImprintThreads

/// A card in a virtual reader of vsmartcard's driver for pcscd (vpcd).
///
/// The reader's protocol: a two-byte big-endian length, then as many bytes. One byte is a control code (0
/// power off, 1 power on, 2 reset, 4 get ATR), more are a command. The card is in the reader while the
/// connection is open. A thread of its own responds.
public final class VirtualCardConnection: Sendable {
  /// The port of the first slot of a reader that was configured as the driver's package does; each further
  /// slot has the next.
  public static let standardPort: UInt16 = 35963

  private let card: VirtualCard
  private let socket: CardSocket
  private let log: (@Sendable (String) -> Void)?
  /// Entered until the card is out.
  private let ended = DispatchGroup()

  /// Inserts a card into a reader.
  ///
  /// pcscd detects it at its next poll, within half a second.
  /// - Parameter log: receives a line for each command: its header, lengths, status word. Never data, which
  ///   may contain a PIN; nor the length of what may be one.
  /// - Throws: ``VirtualCardError`` `connection`.
  public init(
    card: VirtualCard, host: String = "127.0.0.1", port: UInt16 = VirtualCardConnection.standardPort,
    log: (@Sendable (String) -> Void)? = nil
  ) throws(VirtualCardError) {
    self.card = card
    self.log = log
    socket = try CardSocket(host: host, port: port)
    card.insert()
    ended.enter()
    do throws(SystemThreadError) {
      try SystemThread.detach { [socket, card, log, ended] in
        Self.serve(card, socket, log)
        socket.close()
        ended.leave()
      }
    } catch {
      socket.close()
      ended.leave()
      throw VirtualCardError(
        .connection, place: "\(host):\(port)", reason: error.sentence,
        remedy: "End some of this process's threads, or raise its limit.")
    }
  }

  deinit { remove() }

  /// Removes the card, and waits until its thread has ended. Idempotent.
  public func remove() {
    socket.shutDown()
    ended.wait()
  }

  /// Whether the card is still in the reader.
  public var isInserted: Bool { ended.wait(timeout: .now()) == .timedOut }

  /// Runs work once the card is out: removed, ejected by a fault, or the reader is gone. On a dispatch
  /// thread.
  public func whenRemoved(_ work: @escaping @Sendable () -> Void) {
    ended.notify(queue: .global(), execute: work)
  }

  private static func serve(_ card: VirtualCard, _ socket: CardSocket, _ log: (@Sendable (String) -> Void)?) {
    var isPowered = false
    while let message = socket.receive() {
      switch message.count {
      case 0: continue
      case 1:
        if message[0] == Control.answerToReset {
          guard socket.send(card.atr) else { return }
        } else if message[0] <= Control.reset {
          isPowered = message[0] != Control.powerOff
          card.reset()
        }
      case _ where !isPowered:
        // An unpowered card sends nothing, which the reader's driver would take for its removal.
        guard socket.send([]) else { return }
      default:
        let reaction = card.react(to: message, room: CardSocket.longestFrame)
        log?(line(message, reaction))
        guard answer(reaction, over: socket) else { return }
      }
    }
  }

  private enum Control {
    static let powerOff: UInt8 = 0
    static let reset: UInt8 = 2
    static let answerToReset: UInt8 = 4
  }

  /// - Returns: whether the card is still in the reader.
  private static func answer(_ reaction: Reaction, over socket: CardSocket) -> Bool {
    switch reaction.fault {
    case .tearOut, .tearOutCounted: return false
    case .mute: return true
    case .frameLength(let length):
      _ = socket.send(reaction.response, length: length)
      return false
    case .delay(let time):
      guard socket.sleep(time) else { return false }
      return socket.send(reaction.response)
    default: return socket.send(reaction.response)
    }
  }

  /// VERIFY, CHANGE REFERENCE DATA, DISABLE and ENABLE VERIFICATION REQUIREMENT, RESET RETRY COUNTER; and PUT
  /// DATA, by which fingers are stored.
  private static let secretInstructions: Set<UInt8> = [0x20, 0x21, 0x24, 0x26, 0x28, 0x2C, 0xDB]

  static func line(_ command: [UInt8], _ reaction: Reaction) -> String {
    let header = command.prefix(4).map(hexadecimal).joined()
    let status = reaction.response.suffix(2).map(hexadecimal).joined()
    let fault = reaction.fault.map { " (fault: \($0.word))" } ?? ""
    let length =
      command.count > 5 && secretInstructions.contains(command[1]) ? "<redacted>" : "\(command.count) bytes"
    return "\(header), \(length) -> \(reaction.response.count) bytes, \(status)\(fault)"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}

extension VirtualCard.Fault.Action {
  /// The action without its payload, which may be long or secret.
  fileprivate var word: String {
    switch self {
    case .tearOut: "tear-out"
    case .tearOutCounted: "tear-out-counted"
    case .mute: "mute"
    case .delay: "delay"
    case .respond: "respond"
    case .cut: "cut"
    case .pad: "pad"
    case .frameLength: "frame-length"
    }
  }
}
