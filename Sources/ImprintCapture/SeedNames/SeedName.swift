// SPDX-License-Identifier: Apache-2.0

/// A name of a seed, one of the two kits that captures here follow, and what stands for it.
///
/// Each list of names is an enum, so that none is forgotten: the reference page of all of them is made from
/// these.
public protocol SeedName: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
  var counterpart: SeedCounterpart { get }
}

extension SeedName {
  /// As the seed spells it. Where it is part of something, that comes first: `BIOFaceImage.stride`.
  public var seedName: String { rawValue }
}

/// What stands here for a name of a seed.
public enum SeedCounterpart: Sendable, Hashable {
  /// Declarations, such as `LivenessMode.none`, and what stands for it at the command line.
  case here([String], SeedCommand)
  /// There is none, for this reason.
  case leftOut(String)
}

extension SeedCounterpart {
  /// Declarations by name.
  package static func swift(_ names: String..., sdkctl: SeedCommand) -> SeedCounterpart {
    .here(names, sdkctl)
  }

  /// A case of an enum.
  package static func value<Value: Sendable>(_ value: Value, sdkctl: SeedCommand) -> SeedCounterpart {
    .here([Self.name(of: value)], sdkctl)
  }

  /// An error's code, which the command line says too.
  /// - Parameter command: one that says it.
  package static func error<Code: RawRepresentable<String> & Sendable>(
    _ code: Code, of command: String = "capture"
  ) -> SeedCounterpart {
    .value(code, sdkctl: .error(code.rawValue, of: command))
  }

  /// A value that an option takes.
  package static func value<Value: RawRepresentable<String> & Sendable>(
    _ value: Value, option: String, of command: String = "capture"
  ) -> SeedCounterpart {
    .value(value, sdkctl: .option(option, of: command, value: value.rawValue))
  }

  /// With the types that it is nested in, and without the module.
  private static func name<Value>(of value: Value) -> String {
    let type = String(reflecting: Value.self).drop { $0 != "." }.dropFirst()
    return "\(type).\(value)"
  }
}

/// What stands for a name of a seed in `sdkctl`.
public enum SeedCommand: Sendable, Hashable {
  /// An option, and the value of it that the name stands for.
  case option(String, of: String = "capture", value: String? = nil)
  /// A field of what `--json` prints, by the path to it, and the value that the name stands for.
  case field(String, of: String = "capture", value: String? = nil)
  /// The code of an error: `error.code` of what `--json` prints.
  case error(String, of: String)
  /// A line that is told while the command runs.
  case line(String, of: String = "capture")
  /// An event of `capture --events`.
  case event(String)
  /// A command.
  case command(String)
  /// There is none, for this reason.
  case swiftOnly(String)
}

extension SeedCounterpart {
  /// The cells of a row, in Markdown.
  package var cells: (swift: String, sdkctl: String) {
    switch self {
    case .here(let names, let command):
      (names.map { "`\($0)`" }.joined(separator: ", "), command.cell)
    case .leftOut(let reason): ("left out: \(reason)", "–")
    }
  }
}

extension SeedCommand {
  fileprivate var cell: String {
    switch self {
    case .option(let option, let command, let value):
      "`\(command) \(option)\(value.map { " \($0)" } ?? "")`"
    case .field(let path, let command, let value):
      "`\(path)`\(value.map { ": `\($0)`" } ?? "") in `\(command) --json`"
    case .error(let code, let command): "error `\(code)` of `\(command)`"
    case .line(let line, let command): "`\(line)`, told by `\(command)`"
    case .event(let event): "`\(event)` in `capture --events`"
    case .command(let command): "`\(command)`"
    case .swiftOnly(let reason): "Swift only: \(reason)"
    }
  }
}
