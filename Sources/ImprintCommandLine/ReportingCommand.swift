// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser

/// The result of a command: the same facts for people and as JSON.
public struct Report: Sendable {
  /// Lines for people.
  public var text: String
  /// Keys are stable: new ones may be added.
  public var json: JSONValue
  /// Exit code 0 or 1.
  public var isSuccess: Bool
  /// The suggested next command, for trial users; printed after the text, on standard error.
  public var next: String?

  public init(text: String, json: JSONValue, isSuccess: Bool = true, next: String? = nil) {
    self.next = next
    self.text = text
    self.json = json
    self.isSuccess = isSuccess
  }

  /// For a command that has already printed its report.
  public static let told = Report(text: "", json: .null)
  fileprivate var isTold: Bool { text.isEmpty && json == .null }
}

/// A command that ends with a ``Report``, or an error in the common form.
public protocol ReportingCommand: AsyncParsableCommand, Sendable {
  associatedtype Options: ConsoleOptions
  var global: Options { get }

  /// Whether Ctrl-C cancels it with clean-up, as for long-running commands.
  static var isInterruptible: Bool { get }

  /// What is said where it is interrupted: whether anything was kept.
  static var interruption: CommandError { get }

  func report(to console: Console) async throws -> Report
}

extension ReportingCommand {
  public static var isInterruptible: Bool { false }
  public static var interruption: CommandError { .interrupted }

  public func run() async throws {
    let console = global.console
    do {
      let report: Report
      if Self.isInterruptible {
        report = try await Interruption.guarding(interrupted: Self.interruption) {
          try await self.report(to: console)
        }
      } else {
        report = try await self.report(to: console)
      }
      if !report.isTold { console.show(report) }
      guard report.isSuccess else { throw ExitCode.failure }
    } catch let code as ExitCode {
      throw code
    } catch let error as any ExplainedError {
      console.show(error)
      throw ExitCode.failure
    } catch is CancellationError {
      console.show(Self.interruption)
      throw ExitCode.failure
    }
  }
}
