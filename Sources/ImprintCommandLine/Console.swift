// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where results, errors and progress go: the one way out of our programs, so that foreign text steers
/// nothing.
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

  public enum Style: String, CaseIterable {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case dim = "2"
  }

  /// Text for standard output in a style, where it shows colours. Foreign text in it is one line.
  public func styled(_ text: String, _ style: Style) -> String {
    colorsOutput ? StyleMark.marked(VisibleText.line(text), style) : text
  }

  /// The end of a command.
  public func show(_ report: Report) {
    if wantsJSON { Self.printJSON(report.json) } else { Self.printLine(report.text) }
    if !wantsJSON, let next = report.next { tell("next: \(next)") }
  }

  /// An error, with what to do: always on standard error, and as JSON on standard output too.
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

  /// A line on standard error: one, whatever is in it.
  public func tell(_ line: String) {
    Self.write(StyleMark.shown(line, VisibleText.line) + "\n", to: STDERR_FILENO)
  }

  /// Lines on standard error, for what is laid out in several.
  static func tellLines(_ lines: String) {
    write(StyleMark.shown(lines, VisibleText.lines) + "\n", to: STDERR_FILENO)
  }

  /// Lines on standard output.
  public static func printLine(_ line: String) {
    write(StyleMark.shown(line, VisibleText.lines) + "\n", to: STDOUT_FILENO)
  }

  /// A document on standard output, on one line. To any reader it is the same document.
  public static func printJSON(_ json: JSONValue) { write(json.visibleText + "\n", to: STDOUT_FILENO) }

  /// Lines on standard error that people watch: how far something is. An empty text takes them away.
  public static func showProgress(_ text: String) {
    write("\r" + VisibleText.line(text) + "\u{1B}[K", to: STDERR_FILENO)
  }

  /// All of a text, at once where the other side takes it. A reader who has gone ends it.
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
