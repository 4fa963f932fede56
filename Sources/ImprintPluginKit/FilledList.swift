// SPDX-License-Identifier: Apache-2.0
import CImprint

/// Answers a `list` of the contract: what a plugin has, in an array that the host owns.
enum FilledList {
  /// - Parameters:
  ///   - what: what is listed, in the plural, for words.
  ///   - make: asks the plugin. All entries are made before one is written: a failure leaves the host's
  ///     array.
  static func fill<T>(
    _ infos: UnsafeMutablePointer<T>?, _ count: UnsafeMutablePointer<Int>, _ size: (T) -> UInt32,
    _ what: String, _ make: () throws(PluginFailure) -> [T]
  ) throws(PluginFailure) {
    guard isPresent(count) else {
      throw PluginFailure(.argument, "There is no place for the number of \(what).")
    }
    let capacity = infos == nil ? 0 : count.pointee
    guard areSized(infos, capacity, size) else {
      throw PluginFailure(.abi, "An entry of the list of \(what) has a wrong size field.")
    }
    let made = try make()
    guard capacity >= made.count else {
      count.pointee = made.count
      throw PluginFailure(.shortBuffer, "The list needs room for \(made.count) \(what).")
    }
    for (index, entry) in made.enumerated() { infos?[index] = entry }
    count.pointee = made.count
  }
}
