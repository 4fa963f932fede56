// SPDX-License-Identifier: Apache-2.0
public import ImprintAttackEvaluation
package import ImprintFiles
private import Glibc

/// Why a file of results cannot be written.
public typealias AttackTrialError = Explained<AttackTrialErrorCode>

public enum AttackTrialErrorCode: String, Sendable, Hashable, CaseIterable {
  /// There is no such folder.
  case missing
  /// The file system does not permit it, or it is no file.
  case denied
  /// Another evaluation is writing it.
  case busy
  /// The disk is full.
  case noSpace = "no-space"
  /// Another error of the file system.
  case unreadable
}

extension AttackTrialErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .missing, .noFolder: (.missing, nil)
    case .notPermitted, .unsafeFolder, .notAFile, .exists: (.denied, nil)
    case .noSpace: (.noSpace, nil)
    case .busy: (.busy, "Wait for the other evaluation, or give another file.")
    case .cancelled, .system: (.unreadable, nil)
    }
  }
}

/// A file of results that an evaluation goes on with: what a writer before had not finished is taken off, and
/// every result is appended as it comes.
public struct AttackResultsWriter: ~Copyable {
  /// What was there, and what was added.
  public private(set) var evaluation: AttackEvaluation
  private let descriptor: FileDescriptor
  private let path: String

  /// Opens the file, or begins it; it is locked for as long as this lives.
  /// - Throws: ``AttackTrialError``; ``AttackEvaluationError`` where the file holds other results, or none.
  public init(_ path: String, run: AttackRun) throws {
    self.path = path
    let opened = try Self.open(path)
    do {
      let bytes = try AttackTrialError.at(path) { () throws(FileProblem) in
        try RegularFile(path).bytes(upTo: AttackResultsFile.maximumBytes)
      }
      var evaluation = try AttackEvaluation(run)
      if bytes.contains(UInt8(ascii: "\n")) {
        let file = try AttackResultsFile(parsing: bytes, place: path)
        try evaluation.merge(file.evaluation, place: path)
        try Self.cut(opened, to: file.wholeBytes, path)
      } else {
        try Self.cut(opened, to: 0, path)
        try Self.append(try AttackResultsFile.header(run), to: opened, path)
      }
      self.evaluation = evaluation
    } catch {
      try? opened.close()
      throw error
    }
    descriptor = opened
  }

  // A process that is just being started has a copy of the descriptor: closing alone would leave it the lock.
  deinit {
    flock(descriptor.rawValue, LOCK_UN)
    try? descriptor.close()
  }

  /// Adds results, and writes those that are new.
  /// - Throws: ``AttackTrialError``, ``AttackEvaluationError``.
  public mutating func add(_ results: [PresentationResult]) throws {
    var lines = ""
    for result in results where try evaluation.add(result) { lines += AttackResultsFile.line(result) }
    if !lines.isEmpty { try Self.append(lines, to: descriptor, path) }
  }

  private static func open(_ path: String) throws(AttackTrialError) -> FileDescriptor {
    try AttackTrialError.at(path) { () throws(FileProblem) in
      let file = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw FileProblem(errno) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let number = errno
        close(file)
        throw number == EWOULDBLOCK ? .busy(.zero) : FileProblem(number)
      }
      return FileDescriptor(rawValue: file)
    }
  }

  private static func cut(
    _ file: FileDescriptor, to length: Int, _ path: String
  ) throws(AttackTrialError) {
    try AttackTrialError.at(path) { () throws(FileProblem) in
      guard ftruncate(file.rawValue, off_t(length)) == 0 else { throw FileProblem(errno) }
    }
  }

  private static func append(
    _ text: String, to file: FileDescriptor, _ path: String
  ) throws(AttackTrialError) {
    try AttackTrialError.at(path) { () throws(FileProblem) in
      do {
        try file.writeAll(text.utf8)
      } catch {
        throw FileProblem((error as? Errno)?.rawValue ?? EIO)
      }
    }
  }
}
