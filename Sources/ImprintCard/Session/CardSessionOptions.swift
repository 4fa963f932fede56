// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Who looks after a session when the machine sleeps.
public enum CardPower: String, Sendable, Hashable, Codable, CaseIterable {
  /// The session: it is closed and opened anew, and the application is told.
  case automatic
  /// The application, by ``CardSession/suspend()`` and ``CardSession/resume()``.
  case application
}

/// What is asked of a session.
public struct CardSessionOptions: Sendable, Hashable {
  /// Default `shared`.
  public var share: CardShare
  /// Those that will do. Default T=0 and T=1.
  public var protocols: Set<CardProtocol>
  /// Default `automatic`.
  public var power: CardPower
  /// How long one command waits for another program's transaction, and for this program's other tasks.
  /// Default 10 s.
  public var wait: Duration
  /// How data beyond 255 bytes is sent. Default `automatic`.
  public var longCommands: CardChannel.LongCommands
  /// How long after the machine's sleep a session tries to open again while reader, card or service are not
  /// there yet. Default 30 s; it ends then. Of ``CardPower/automatic`` alone.
  public var reopening: Duration

  public init(
    share: CardShare = .shared, protocols: Set<CardProtocol> = [.t0, .t1], power: CardPower = .automatic,
    wait: Duration = .seconds(10), longCommands: CardChannel.LongCommands = .automatic,
    reopening: Duration = .seconds(30)
  ) {
    self.share = share
    self.protocols = protocols
    self.power = power
    self.wait = wait
    self.longCommands = longCommands
    self.reopening = reopening
  }

  func connection(to locator: String) -> CardOptions {
    CardOptions(locator: locator, share: share, protocols: protocols)
  }
}

/// What becomes of a session while it is open.
public enum CardSessionEvent: Sendable, Hashable {
  /// The card has lost its power: because ``CardSession/suspend()`` was called, or because the machine slept.
  case suspended(machineSlept: Bool)
  /// The session is open again. What was selected, each verified PIN and secure messaging are gone.
  case resumed
  /// It is over, and why. Open a new one.
  case ended(CardError)
}
