// SPDX-License-Identifier: Apache-2.0

/// How a build stands with the quarantine.
public enum QuarantineStanding: Sendable, Hashable {
  /// Nothing is put down.
  case clear
  /// It has died, and is opened.
  case struck(QuarantineRecord)
  /// It is not opened.
  case quarantined(QuarantineRecord)
  /// What is put down cannot be read; it is not opened.
  case damaged(QuarantineError)
}

extension QuarantineStore {
  /// How a build stands. Reads one small file.
  /// - Throws: ``QuarantineError`` where the folder, not the record, cannot be read.
  public func standing(of build: ContentHash) throws(QuarantineError) -> QuarantineStanding {
    do throws(QuarantineError) {
      guard let record = try record(of: build) else { return .clear }
      return record.quarantined == nil ? .struck(record) : .quarantined(record)
    } catch {
      guard error.code == .damaged else { throw error }
      return .damaged(error)
    }
  }
}
