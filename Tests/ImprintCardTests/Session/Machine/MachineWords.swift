// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

@testable import ImprintCard

/// Connections are numbers here: 0 is the first.
typealias Machine = CardSessionMachine<Int>

extension Machine {
  init(_ options: CardSessionOptions = CardSessionOptions()) {
    self.init(reader: "reader", options: options, 0)
  }
}

extension Machine.Decision {
  /// For tables: `begin 0`, `end 0 leave`, `start unpower 0`, `answer`, `answer card-missing`.
  var words: String {
    switch self {
    case .takeTurn: "turn"
    case .look: "look"
    case .start(let change): "start \(change.words)"
    case .wait: "wait"
    case .begin(let connection): "begin \(connection)"
    case .work(let connection): "work \(connection)"
    case .end(let connection, let disposition): "end \(connection) \(disposition)"
    case .see(let connection, let isAgain): "see \(connection)\(isAgain ? " again" : "")"
    case .reconnect(let connection, let disposition): "reconnect \(connection) \(disposition)"
    case .answer(let failure): failure.map { "answer \($0.code.rawValue)" } ?? "answer"
    }
  }
}

extension Machine.Change {
  /// `connect`, `unpower 0`, `done`, `done card-missing`.
  var words: String {
    switch self {
    case .connect: "connect"
    case .dispose(let connection, let disposition, _): "\(disposition) \(connection)"
    case .done(let failure): failure.map { "done \($0.code.rawValue)" } ?? "done"
    }
  }
}

extension Machine.State {
  var words: String {
    switch self {
    case .open(let connection): "open \(connection)"
    case .suspending: "suspending"
    case .suspended: "suspended"
    case .resuming(let resumption): "resuming \(resumption)"
    case .ending(let error): "ending \(error.code.rawValue)"
    case .over(let error): "over \(error.code.rawValue)"
    }
  }
}

extension CardSessionEvent {
  var words: String {
    switch self {
    case .suspended(let machineSlept): machineSlept ? "slept" : "suspended"
    case .resumed: "resumed"
    case .ended(let error): "ended \(error.code.rawValue)"
    }
  }
}

extension CardError {
  static func test(_ code: Code, nothingWasSent: Bool? = nil) -> CardError {
    CardError(code, place: "link", reason: "it went wrong.", remedy: "", nothingWasSent: nothingWasSent)
  }
}
