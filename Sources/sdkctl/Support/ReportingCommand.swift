// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint

/// What a command has found out: the same facts for people and as JSON.
struct Report: Sendable {
  /// Lines for people.
  var text: String
  /// Keys are stable: they are only added.
  var json: JSONValue
  /// Exit code 0 or 1.
  var isSuccess = true
}

/// A command that ends in a ``Report``, or in an error that is told the same way everywhere.
protocol ReportingCommand: AsyncParsableCommand, Sendable {
  var global: GlobalOptions { get }

  /// Whether it runs so long that Ctrl-C has to let it clean up.
  static var isInterruptible: Bool { get }

  func report(to console: Console) async throws -> Report
}

extension ReportingCommand {
  static var isInterruptible: Bool { false }

  func run() async throws {
    let console = global.console
    do {
      let report: Report
      if Self.isInterruptible {
        report = try await Interruption.guarding { try await self.report(to: console) }
      } else {
        report = try await self.report(to: console)
      }
      console.show(report)
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
