// SPDX-License-Identifier: Apache-2.0

/// What a struct or text that a plugin handed over has, and the contract forbids.
package struct ContractBreach: Error, Equatable {
  /// The sentence after the plugin's name.
  package let sentence: String

  package init(_ sentence: String) {
    self.sentence = sentence
  }
}
