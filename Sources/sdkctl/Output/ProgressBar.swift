// SPDX-License-Identifier: Apache-2.0

/// A bar on standard error, for a terminal only. Not safe from several threads.
final class ProgressBar {
  private let isShown: Bool
  private var lastPercent = -1

  init(on console: Console) { isShown = console.showsProgress }

  func show(_ label: String, _ done: Int, of total: Int) {
    guard isShown, total > 0 else { return }
    let percent = 100 * done / total
    guard percent != lastPercent else { return }
    lastPercent = percent
    let filled = percent * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    Console.showProgress("\(label) [\(bar)] \(percent) % (\(done) of \(total))")
    if done == total { Console.showProgress("") }
  }

  /// Removes the bar.
  func clear() {
    if isShown, lastPercent >= 0 { Console.showProgress("") }
  }
}
