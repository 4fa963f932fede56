// SPDX-License-Identifier: Apache-2.0
public import ImprintPluginKit

/// Devices of one kind that the kernel tells of, for a ``HotPlugWatch``.
public protocol HotPlugDevices: Sendable {
  /// What the kernel calls one.
  associatedtype Node: Hashable

  static var kind: DeviceKind { get }
  /// Its word, such as `camera`.
  static var word: String { get }

  /// The node that an event is about; `nil` for what is no device of this kind.
  func node(of event: KernelEvent) -> Node?

  /// All that a listing gives.
  func present() -> [Node: PresentDevice]

  /// What a node is that was added `elapsed` nanoseconds ago.
  func arrival(of node: Node, after elapsed: UInt64) -> Arrival

  /// As a listing gives it.
  func locator(of node: Node) -> String
}

/// A device that is listed, or was told of.
public struct PresentDevice: Hashable, Sendable {
  public let locator: String
  /// Whether it can be used, or was told of: that it was added is no news then.
  public let isUsable: Bool

  public init(locator: String, isUsable: Bool) {
    self.locator = locator
    self.isUsable = isUsable
  }
}

/// What a node that was added turns out to be.
public enum Arrival: Hashable, Sendable {
  case isDevice
  case isOther
  /// It is to be looked at again.
  case waits

  /// The kernel tells of a node before its driver answers, and before udev has given it to its group: a
  /// program that opened it at once would be refused. Either is waited for as long as this, in nanoseconds;
  /// real devices take a few milliseconds.
  public static let settling: UInt64 = 500_000_000
}
