// SPDX-License-Identifier: Apache-2.0
import ImprintFinger

struct FingerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finger",
    abstract: "Captures, enrols, verifies and searches fingers; converts, draws and explains their minutiae.",
    discussion: """
      The plugin set is finger, unless another one than face is named. Formats of minutiae: iso-19794-2-2005, iso-19794-2-2011 and ansi-378-2004 are records; card is what a smart card \
      takes, three bytes a minutia; imprint.finger-card is the same with a header. Minutiae are a person's \
      biometric data, and only the owner of what is written may read it.
      """,
    subcommands: [
      FingerListCommand.self, FingerPracticeCommand.self, FingerCaptureCommand.self, FingerEnrollCommand.self,
      FingerRemoveCommand.self, FingerVerifyCommand.self, FingerIdentifyCommand.self,
      FingerConvertCommand.self, FingerShowCommand.self, FingerExplainCommand.self,
    ])
}

extension MinutiaFormat: ExpressibleByArgument {
  /// Arguments name what is made; what is read is known by its bytes.
  static let allValueStrings = written.map(\.rawValue)
}

/// A file with minutiae.
struct MinutiaSource: ParsableArguments {
  @Argument(help: "The file with minutiae.")
  var file: String

  @Flag(help: "The file has the bare bytes of a card, which have no mark to know them by.")
  var card = false

  func read() throws -> MinutiaFile {
    let bytes = try Files.read(file, upTo: FingerRecord.mostBytes)
    do throws(FingerFormatError) {
      return try MinutiaFile(reading: bytes, card: card ? MinutiaOrder.none : nil)
    } catch {
      throw FingerFormatError(
        error.code, place: "\(file): \(error.place)", reason: error.reason, remedy: error.remedy)
    }
  }
}

/// The order in which a card takes minutiae.
enum CardOrder: String, ExpressibleByArgument, CaseIterable {
  case none
  case xy
  case yx
  case angle
  case polar

  func order(descending: Bool) -> MinutiaOrder? {
    let key: MinutiaOrder.Key =
      switch self {
      case .none: .none
      case .xy: .xy
      case .yx: .yx
      case .angle: .angle
      case .polar: .polar
      }
    return MinutiaOrder(key, descending: descending)
  }
}
