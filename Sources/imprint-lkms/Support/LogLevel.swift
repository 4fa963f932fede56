// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Logging

/// The levels of `--log-level`.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case trace, debug, info, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .warning }
}
