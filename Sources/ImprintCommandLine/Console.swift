// SPDX-License-Identifier: Apache-2.0
import Glibc
public import ImprintModel

/// Where results, errors and progress go.
public struct Console: Sendable {
  public let wantsJSON: Bool
  private let colorsOutput: Bool
  private let colorsErrors: Bool
  /// Progress bars are for people who watch.
  public let showsProgress: Bool

  public init(wantsJSON: Bool, allowsColor: Bool) {
    self.wantsJSON = wantsJSON
    // https://no-color.org: set and not empty.
    let refused = !allowsColor || (getenv("NO_COLOR").map { $0.pointee != 0 } ?? false)
    colorsOutput = !refused && !wantsJSON && isatty(STDOUT_FILENO) == 1
    colorsErrors = !refused && isatty(STDERR_FILENO) == 1
    showsProgress = isatty(STDERR_FILENO) == 1
  }

  public enum Style: String {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case dim = "2"
  }

  /// Text for standard output in a style, where it shows colours.
  public func styled(_ text: String, _ style: Style) -> String {
    colorsOutput ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The end of a command.
  public func show(_ report: Report) {
    Self.printLine(wantsJSON ? report.json.text : report.text)
  }

  /// An error, with what to do: always on standard error, and as JSON on standard output too.
  public func show(_ error: some ExplainedError) {
    if wantsJSON { Self.printLine(JSONValue.error(error).text) }
    if error.problems.isEmpty { explain(error) }
    for problem in error.problems { explain(problem) }
  }

  private func explain(_ error: some ExplainedError) {
    let word = colorsErrors ? "\u{1B}[31merror\u{1B}[0m" : "error"
    tell("\(word): \(error.place): \(error.reason)")
    if !error.remedy.isEmpty { tell("  \(error.remedy)") }
    tell("  [\(error.code.rawValue)]")
  }

  /// A line on standard error.
  public func tell(_ line: String) {
    Self.write(Self.harmless(line) + "\n", to: STDERR_FILENO)
  }

  /// A line on standard output.
  public static func printLine(_ line: String) {
    write(harmless(line) + "\n", to: STDOUT_FILENO)
  }

  /// All of a text, at once where the other side takes it. A reader who has gone ends it.
  public static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      written += count
    }
  }

  /// Text of manifests and files without the control characters that steer a terminal; colours of ours
  /// stay.
  private static func harmless(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    let ours: Set<String> = ["[0m", "[1m", "[2m", "[31m", "[32m", "[33m"]
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isControl = scalar.value < 32 || (127..<160).contains(scalar.value)
      let isColor =
        scalar == "\u{1B}"
        && (ours.contains(scalars[(index + 1)...].prefix(3).map(String.init).joined())
          || ours.contains(scalars[(index + 1)...].prefix(4).map(String.init).joined()))
      output.append(!isControl || scalar == "\n" || scalar == "\t" || isColor ? scalar : "\u{FFFD}")
    }
    return String(output)
  }
}
