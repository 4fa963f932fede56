// SPDX-License-Identifier: Apache-2.0

/// A PCM of a sound card that captures, by the kernel's numbers.
struct CapturePCM: Hashable, Comparable {
  let card: Int
  let device: Int

  static func < (left: CapturePCM, right: CapturePCM) -> Bool {
    (left.card, left.device) < (right.card, right.device)
  }
}

extension CapturePCM {
  /// - Parameter node: such as `pcmC2D0c`; those that end in `p` play.
  init?(node: some StringProtocol) {
    guard node.hasPrefix("pcmC"), node.hasSuffix("c") else { return nil }
    let numbers = node.dropFirst(4).dropLast().split(separator: "D", omittingEmptySubsequences: false)
    guard numbers.count == 2, let card = wholeNumber(numbers[0]), let device = wholeNumber(numbers[1]) else {
      return nil
    }
    self.init(card: card, device: device)
  }

  var node: String { "pcmC\(card)D\(device)c" }
}

/// A number of digits and nothing else, of six at most.
func wholeNumber(_ text: some StringProtocol) -> Int? {
  let isNumber = (1...6).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
  return isNumber ? Int(text) : nil
}
