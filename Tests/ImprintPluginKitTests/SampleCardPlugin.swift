// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit
import Synchronization

/// A plugin with a card reader. What its card does is what a command's first byte says: a status to fail
/// with, by ``SampleCard/failures``, or how long the response is said to be.
struct SampleCardPlugin: CardReaderPlugin {
  static let identity = PluginIdentity(id: "org.example.cards", version: "1.0.0", vendor: "Example")

  init(host: Host) {}

  func readers() -> [CardReaderInfo] {
    [
      CardReaderInfo(
        locator: "reader 0", name: "Zero", state: [.card, .exclusive], events: 9, atr: [0x3b, 0]),
      CardReaderInfo(locator: "reader 1", name: "One", state: [], events: 0, atr: []),
    ]
  }

  func connect(_ options: CardOptions) throws(PluginFailure) -> any CardSession {
    guard options.locator == "reader 0" else { throw PluginFailure(.deviceMissing, "It is not there.") }
    guard options.protocols.contains(.t1) else { throw PluginFailure(.unsupported, "T=1 is all there is.") }
    return SampleCard()
  }
}

final class SampleCard: CardSession {
  static let failures: [PluginFailure.Status] = [
    .cardReset, .cardMissing, .deviceGone, .service, .cardMute, .deviceFailed, .busy,
  ]

  private struct State {
    var transactions = 0
    var isMended = false
    var reconnects: [CardDisposition] = []
  }

  private let state = Mutex(State())

  /// The protocol tells how many transactions it has, and the answer to reset what was done by reconnects.
  func status() -> CardStatus {
    state.withLock { state in
      CardStatus(
        state: .card, protocol: CardProtocols(rawValue: UInt32(state.transactions)),
        atr: state.reconnects.map { UInt8($0.rawValue) })
    }
  }

  func transmit(
    _ command: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> Int {
    let first = Int(command[0])
    // Claimed, and not written.
    if first == 202 { return 64 }
    // Written before it fails: the kit must not let it through.
    room.initializeMemory(as: UInt8.self, repeating: 0xaa)
    if first < Self.failures.count { throw PluginFailure(Self.failures[first], "The command says so.") }
    if first == 200 { return room.count + 1 }
    if first == 201 { return -1 }
    return first == 255 ? room.count : first
  }

  func begin(timeout: UInt64) throws(PluginFailure) {
    if timeout == 7 { throw PluginFailure(.timeout, "Another has it.") }
    state.withLock { $0.transactions += 1 }
  }

  func end(_ disposition: CardDisposition) { state.withLock { $0.transactions -= 1 } }

  func reconnect(_ options: CardOptions, _ disposition: CardDisposition) throws(PluginFailure) {
    if disposition == .eject { throw PluginFailure(.cardMissing, "It was ejected.") }
    if disposition == .unpower { throw PluginFailure(.busy, "Somebody has it.") }
    state.withLock { $0.reconnects.append(disposition) }
  }

  func disconnect(_ disposition: CardDisposition) throws(PluginFailure) {
    if disposition == .eject { throw PluginFailure(.deviceFailed, "It is stuck.") }
  }

  func control(
    _ code: UInt32, _ input: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> Int {
    guard code == 1 else { throw PluginFailure(.unsupported, "1 is the only code.") }
    room.copyMemory(from: input)
    return input.count
  }

  func attribute(_ tag: UInt32) -> [UInt8] { [UInt8](repeating: 4, count: Int(tag)) }

  func setAttribute(_ tag: UInt32, _ value: UnsafeRawBufferPointer) {}

  func cancel() {}
}

let sampleCardExport = PluginExport(SampleCardPlugin.self, provides: [.cardReader])
