// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The devices present, by list and subsequent events: detects impossible events.
struct WatchedEvents {
  /// Devices by locator: present when the watch began, absent, and uncertain.
  private var present: Set<String>
  private var absent: Set<String> = []
  /// `nil`: any.
  private var mayBePresent: Set<String>?
  private let kinds: Set<UInt32>
  private var lastTime: UInt64 = 0

  /// - Parameters:
  ///   - before: What was listed before the watch began; `nil` where the plugin lists nothing.
  ///   - after: What was listed once it had begun.
  ///   - kinds: The kinds of devices that the plugin has, as `IMP_DEVICE_CAMERA`.
  init(before: Set<String>?, after: Set<String>, kinds: Set<UInt32>) {
    present = before?.intersection(after) ?? []
    mayBePresent = before?.union(after)
    self.kinds = kinds
  }

  static func locator(of event: imp_device_event) throws -> String {
    try FixedText.read(event.locator, "an event's locator", place: "device-watch.next")
  }

  /// An event without its timestamp.
  static func words(_ event: imp_device_event) throws -> String {
    let changes = ["", "added", "removed", "changed", "list again"]
    let change = event.change < changes.count ? changes[Int(event.change)] : "change \(event.change)"
    return "\(try locator(of: event)) \(change)"
  }

  /// Fails where an event is invalid, or impossible as the next one.
  mutating func take(_ event: imp_device_event) throws {
    let (locator, told) = (try Self.locator(of: event), try Self.words(event))
    func require(_ holds: Bool, _ words: String) throws {
      try expect(holds, "\(told): \(words) (R-33).", place: "device-watch.next")
    }
    try expect(
      event.size == structSize(imp_device_event.self),
      "it changed the event's size field to \(event.size) (R-20).", place: "device-watch.next")
    try require(kinds.contains(event.device), "its device is of kind \(event.device)")
    try require(event.timestamp_ns >= lastTime, "its timestamp is before that of the previous event")
    lastTime = event.timestamp_ns
    try require(
      event.state == 0 || event.device == UInt32(IMP_DEVICE_CARD_READER),
      "it has the state \(event.state), but is not a card reader")
    let change = Int32(bitPattern: event.change)
    try require((IMP_DEVICE_ADDED...IMP_DEVICE_LIST_AGAIN).contains(change), "this change is undefined")
    try require(
      locator.isEmpty == (change == IMP_DEVICE_LIST_AGAIN),
      "its locator is \(locator.isEmpty ? "empty" : "not empty")")
    switch change {
    case IMP_DEVICE_ADDED:
      try require(!present.contains(locator), "it was already present")
      present.insert(locator)
      absent.remove(locator)
    case IMP_DEVICE_REMOVED:
      try require(
        present.contains(locator) || (mayBePresent?.contains(locator) ?? true && !absent.contains(locator)),
        "it was not present")
      present.remove(locator)
      absent.insert(locator)
    case IMP_DEVICE_CHANGED:
      try require(!absent.contains(locator), "it was not present")
      try require(event.device == UInt32(IMP_DEVICE_CARD_READER), "only a reader's state changes")
    // The known state is void.
    default: (present, absent, mayBePresent) = ([], [], nil)
    }
  }
}
