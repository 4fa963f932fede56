// SPDX-License-Identifier: Apache-2.0

/// What a plugin is made to do with one of its abilities by checks that are for plugins of any kind.
struct AbilityWork {
  /// Makes an object of it, and ends that.
  let make: () throws -> Void
  /// Uses it once, so that a plugin that starts something has started it.
  let once: () throws -> Void
  /// Prepares a call that can be made thousands of times.
  let repeated: () throws -> RepeatedCall
  /// Fails where the answers of an object depend on another one's calls; `nil` where there is nothing to
  /// compare, as devices do not give the same twice.
  let separation: (() throws -> Void)?

  /// Of a device: nothing to compare, as it does not give the same twice.
  static func ofDevice<Probe>(
    _ name: String, make: @escaping () throws -> Probe, use: @escaping (Probe) throws -> Void
  ) -> AbilityWork {
    let once = { try use(make()) }
    return AbilityWork(
      make: { _ = try make() }, once: once,
      repeated: { RepeatedCall(name: name, count: 100, once) }, separation: nil)
  }

  /// Fails where what an object answers changes with what is done to another one.
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
    throw CheckFailure("the same input gave another answer when \(what): \(place) (R-14).", place: call)
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
