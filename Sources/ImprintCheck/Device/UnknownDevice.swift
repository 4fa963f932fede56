// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Devices that do not exist.
enum UnknownDevice {
  /// - Parameter scratch: A folder of the check's own.
  static func locators(_ scratch: String) -> [String] {
    [
      "", "no such device", "/nonexistent/device", String(repeating: "x", count: 5000), "\u{0}",
      "../../etc/passwd", scratch + "/nothing.wav", scratch + "/nothing.y4m",
    ]
  }

  /// A locator, in words.
  static func words(for locator: String) -> String {
    locator.utf8.count > 60
      ? "a locator of \(locator.utf8.count) bytes" : "locator \(locator.debugDescription)"
  }

  /// The permitted answers for a device that does not exist.
  static let refusals = [
    IMP_E_DEVICE_MISSING, IMP_E_DEVICE_DENIED, IMP_E_SERVICE, IMP_E_FILE, IMP_E_UNSUPPORTED,
  ]

  /// Fails unless it was refused with an appropriate status, and with words.
  static func expectRefused(_ answer: CallAnswer, _ call: String, _ locator: String) throws {
    try expectTypedFailure(answer, or: refusals, call, "for \(words(for: locator))")
    try expect(
      answer.hasWords, "for \(words(for: locator)) it returned \(answer.words), without stating a reason.",
      place: call)
  }
}
