// SPDX-License-Identifier: Apache-2.0

/// A bar on standard error, for a terminal only. Not safe from several threads.
final class ProgressBar {
  private let isShown: Bool
  private var label = ""
  private var shown = ""
  private var timeLeft = TimeLeft(at: .now)

  init(on console: Console) { isShown = console.showsProgress }

  func show(_ label: String, _ done: Int, of total: Int) {
    guard isShown, total > 0 else { return }
    if label != self.label {
      self.label = label
      timeLeft = TimeLeft(at: .now)
    }
    let percent = 100 * done / total
    let left = timeLeft.words(done, of: total, at: .now)
    guard "\(percent)\(left)" != shown else { return }
    shown = "\(percent)\(left)"
    let filled = percent * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    Console.showProgress("\(label) [\(bar)] \(percent) % (\(done) of \(total))\(left)")
    if done == total { Console.showProgress("") }
  }

  /// Removes the bar.
  func clear() {
    if isShown, !shown.isEmpty { Console.showProgress("") }
  }
}
