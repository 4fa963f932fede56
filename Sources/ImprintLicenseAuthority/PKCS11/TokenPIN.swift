// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintFiles

/// The source of a token's PIN, read each time it is needed; never an argument, and never stored.
public enum TokenPIN: Sendable, Hashable {
  /// A file that only its owner may read; one trailing line feed is ignored.
  case file(String)
  /// An environment variable.
  case environment(String)

  private static let maximumBytes = 256

  /// - Throws: ``TokenError`` `pinSource`.
  func read() throws(TokenError) -> [UInt8] {
    var pin =
      switch self {
      case .file(let path): try Self.read(path)
      case .environment(let name): try Self.read(variable: name)
      }
    if pin.last == UInt8(ascii: "\n") { pin.removeLast() }
    if pin.last == UInt8(ascii: "\r") { pin.removeLast() }
    guard !pin.isEmpty, pin.count <= Self.maximumBytes else {
      throw problem("it has no PIN of 1 to \(Self.maximumBytes) bytes.", "Put the token's PIN there.")
    }
    return pin
  }

  private static func read(variable name: String) throws(TokenError) -> [UInt8] {
    guard let value = getenv(name) else {
      throw TokenPIN.environment(name).problem(
        "this environment variable is not set.", "Set it to the token's PIN, or name a PIN file.")
    }
    return Array(String(cString: value).utf8)
  }

  private static func read(_ path: String) throws(TokenError) -> [UInt8] {
    let source = TokenPIN.file(path)
    let file: RegularFile
    do throws(FileProblem) { file = try RegularFile(path) } catch {
      throw source.problem(error.reason, "Give the path of a file that has the token's PIN.")
    }
    guard file.status.st_mode & 0o077 == 0 else {
      throw source.problem("others may read or write it.", "Run: chmod 600 -- \(ShellWord.quoted(path))")
    }
    return (try? file.bytes(count: maximumBytes + 3)) ?? []
  }

  private func problem(_ reason: String, _ remedy: String) -> TokenError {
    let place =
      switch self {
      case .file(let path): path
      case .environment(let name): name
      }
    return TokenError(.pinSource, place: place, reason: reason, remedy: remedy)
  }
}
