// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Who handles a suspend of the machine.
public enum CardPower: String, Sendable, Hashable, Codable, CaseIterable {
  /// The session: it is closed and reopened, and the application is notified.
  case automatic
  /// The application, by ``CardSession/suspend()`` and ``CardSession/resume()``.
  case application
}

/// The options of a session.
public struct CardSessionOptions: Sendable, Hashable {
  /// Default `shared`.
  public var share: CardShare
  /// The acceptable protocols. Default T=0 and T=1.
  public var protocols: Set<CardProtocol>
  /// Default `automatic`.
  public var power: CardPower
  /// How long one command waits for another program's transaction, and for this program's other tasks.
  /// Default 10 s.
  public var wait: Duration
  /// How data beyond 255 bytes is transmitted. Default `automatic`.
  public var longCommands: CardChannel.LongCommands
  /// How long a session tries to reopen after a suspend while reader, card or service are not ready. Default
  /// 30 s; then it ends. Only for ``CardPower/automatic``.
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

/// Events of an open session.
public enum CardSessionEvent: Sendable, Hashable {
  /// The card has lost its power: because ``CardSession/suspend()`` was called, or the machine was suspended.
  case suspended(machineSlept: Bool)
  /// The session is open again. Selection, PIN verifications and secure messaging are lost.
  case resumed
  /// It has ended, and why. Open a new one.
  case ended(CardError)
}
