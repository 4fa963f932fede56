// SPDX-License-Identifier: Apache-2.0

/// How checks for any kind of plugin exercise one of its abilities.
struct AbilityWork {
  /// Creates an object of it, and destroys it.
  let make: () throws -> Void
  /// How many objects show that none leaks: fewer where each loads models.
  var objects = 1000
  /// Uses it once, so that a plugin has started whatever it starts.
  let once: () throws -> Void
  /// Prepares a call that can be made thousands of times.
  let repeated: () throws -> RepeatedCall
  /// Fails where an object's answers depend on calls on another one; `nil` where there is nothing to compare,
  /// as devices never return the same twice.
  let separation: (() throws -> Void)?

  /// For a device: nothing to compare, as it never returns the same twice.
  static func ofDevice<Probe>(
    _ name: String, make: @escaping () throws -> Probe, use: @escaping (Probe) throws -> Void
  ) -> AbilityWork {
    let once = { try use(make()) }
    return AbilityWork(
      make: { _ = try make() }, once: once,
      repeated: { RepeatedCall(name: name, count: 100, once) }, separation: nil)
  }

  /// Fails where an object's answers change with calls on another one.
  static func expectApart(
    _ answers: () throws -> [UInt8], _ call: String, _ what: String, meanwhile: () throws -> Void
  ) throws {
    let alone = try answers()
    try meanwhile()
    try same(alone, try answers(), call, what)
  }

  /// - Throws: ``CheckFailure`` where the answers differ.
  static func same(_ one: [UInt8], _ other: [UInt8], _ call: String, _ what: String) throws {
    guard let place = Difference.words(one, other) else { return }
    throw CheckFailure("the same input gave a different answer when \(what): \(place) (R-14).", place: call)
  }
}

/// A call that can be made thousands of times, and how often it should be.
struct RepeatedCall {
  let name: String
  let count: Int
  private let call: () throws -> Void

  init(name: String, count: Int, _ call: @escaping () throws -> Void) {
    self.name = name
    self.count = count
    self.call = call
  }

  func run(_ times: Int) throws { for _ in 0..<times { try call() } }
}
