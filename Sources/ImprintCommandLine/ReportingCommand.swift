// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser

/// What a command has found out: the same facts for people and as JSON.
public struct Report: Sendable {
  /// Lines for people.
  public var text: String
  /// Keys are stable: they are only added.
  public var json: JSONValue
  /// Exit code 0 or 1.
  public var isSuccess: Bool
  /// The command that comes next, for people who try; told after the text, on standard error.
  public var next: String?

  public init(text: String, json: JSONValue, isSuccess: Bool = true, next: String? = nil) {
    self.next = next
    self.text = text
    self.json = json
    self.isSuccess = isSuccess
  }

  /// For a command that has shown its report before its end.
  public static let told = Report(text: "", json: .null)
  fileprivate var isTold: Bool { text.isEmpty && json == .null }
}

/// A command that ends in a ``Report``, or in an error that is told the same way everywhere.
public protocol ReportingCommand: AsyncParsableCommand, Sendable {
  associatedtype Options: ConsoleOptions
  var global: Options { get }

  /// Whether it runs so long that Ctrl-C has to let it clean up.
  static var isInterruptible: Bool { get }

  func report(to console: Console) async throws -> Report
}

extension ReportingCommand {
  public static var isInterruptible: Bool { false }

  public func run() async throws {
    let console = global.console
    do {
      let report: Report
      if Self.isInterruptible {
        report = try await Interruption.guarding { try await self.report(to: console) }
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
      console.show(CommandError.interrupted)
      throw ExitCode.failure
    }
  }
}
