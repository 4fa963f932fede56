// SPDX-License-Identifier: Apache-2.0

/// Why nothing came of one of several pictures.
struct PictureFailure: Error {
  private let picture: String
  private let code: String
  private let reason: String
  private let remedy: String

  init(_ picture: String, _ error: some ExplainedError) {
    self.picture = picture
    (code, reason, remedy) = (error.code.rawValue, error.reason, error.remedy)
  }

  /// An error about the picture itself: with others it is listed, and they go on.
  /// - Returns: `nil` for what would befall the next picture too.
  init?(_ picture: String, isOneOfMany: Bool, _ error: any Error) {
    guard isOneOfMany else { return nil }
    switch error {
    case let error as FaceChoiceError: self.init(picture, error)
    case let error as ImagingError where error.code != .outOfMemory: self.init(picture, error)
    default: return nil
    }
  }

  /// - Parameter verb: what was not done, such as "not measured".
  func text(_ verb: String) -> String { "\(verb): \(oneLine(picture)): \(reason) \(remedy)" }

  /// - Parameter key: what the command's other entries call the picture.
  func json(_ key: String) -> JSONValue {
    .object([
      (key, .string(picture)), ("code", .string(code)), ("reason", .string(reason)),
      ("remedy", .string(remedy)),
    ])
  }
}
