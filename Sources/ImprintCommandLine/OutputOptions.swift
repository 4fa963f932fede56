// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import Logging

/// How every program of ours shows results, errors and its log.
public struct OutputOptions: ParsableArguments, Sendable {
  @Flag(help: "Print one JSON document.")
  public var json = false

  @Flag(help: "No colours; so does the environment variable NO_COLOR.")
  public var noColor = false

  @Option(help: "What is logged to standard error: trace, debug, info, warning, error.")
  var logLevel: LogLevel = .warning

  public init() {}
}

/// The levels of `--log-level`.
enum LogLevel: String, ExpressibleByArgument, CaseIterable, Sendable {
  case trace, debug, info, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .warning }
}

/// The options that every command of a program takes.
public protocol ConsoleOptions: ParsableArguments {
  var output: OutputOptions { get }
}

extension ConsoleOptions {
  public var json: Bool { output.json }

  /// Where results and errors go.
  public var console: Console { Console(wantsJSON: output.json, allowsColor: !output.noColor) }

  /// Logs to standard error, under the name that the program was started by.
  public var logger: Logger {
    var logger = Logger(label: ProgramName.own) { ConsoleLogHandler(label: $0) }
    logger.logLevel = output.logLevel.level
    return logger
  }
}
