// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The only output channel of our programs for results, errors and progress, so that untrusted text cannot
/// inject terminal control.
public struct Console: Sendable {
  public let wantsJSON: Bool
  private let colorsOutput: Bool
  private let colorsErrors: Bool
  /// Progress bars only for interactive use.
  public let showsProgress: Bool

  public init(wantsJSON: Bool, allowsColor: Bool) {
    self.wantsJSON = wantsJSON
    // https://no-color.org: set and not empty.
    let refused = !allowsColor || (getenv("NO_COLOR").map { $0.pointee != 0 } ?? false)
    colorsOutput = !refused && !wantsJSON && isatty(STDOUT_FILENO) == 1
    colorsErrors = !refused && isatty(STDERR_FILENO) == 1
    showsProgress = isatty(STDERR_FILENO) == 1
  }

  public enum Style: String, CaseIterable {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case dim = "2"
  }

  /// Styled text for standard output, if it shows colours. Untrusted text in it is one line.
  public func styled(_ text: String, _ style: Style) -> String {
    colorsOutput ? StyleMark.marked(VisibleText.line(text), style) : text
  }

  /// Prints a command's report.
  public func show(_ report: Report) {
    if wantsJSON { Self.printJSON(report.json) } else { Self.printLine(report.text) }
    if !wantsJSON, let next = report.next { tell("next: \(next)") }
  }

  /// Prints an error with its remedy: always on standard error, and as JSON on standard output too.
  public func show(_ error: some ExplainedError) {
    if wantsJSON { Self.printJSON(JSONValue.error(error)) }
    if error.problems.isEmpty { explain(error) }
    for problem in error.problems { explain(problem) }
  }

  private func explain(_ error: some ExplainedError) {
    let word = colorsErrors ? StyleMark.marked("error", .red) : "error"
    tell("\(word): \(error.place): \(error.reason)")
    if !error.remedy.isEmpty { tell("  \(error.remedy)") }
    tell("  [\(error.code.rawValue)]")
  }

  /// Prints exactly one line on standard error.
  public func tell(_ line: String) {
    Self.write(StyleMark.shown(line, VisibleText.line) + "\n", to: STDERR_FILENO)
  }

  /// Prints several lines on standard error.
  static func tellLines(_ lines: String) {
    write(StyleMark.shown(lines, VisibleText.lines) + "\n", to: STDERR_FILENO)
  }

  /// Lines on standard output.
  public static func printLine(_ line: String) {
    write(StyleMark.shown(line, VisibleText.lines) + "\n", to: STDOUT_FILENO)
  }

  /// A document on standard output, on one line. Equivalent to any parser.
  public static func printJSON(_ json: JSONValue) { write(json.visibleText + "\n", to: STDOUT_FILENO) }

  /// Progress lines on standard error. An empty text removes them.
  public static func showProgress(_ text: String) {
    write("\r" + VisibleText.line(text) + "\u{1B}[K", to: STDERR_FILENO)
  }

  /// Writes all of a text, in one call if possible. Stops if the reader has closed the pipe.
  static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      written += count
    }
  }
}
