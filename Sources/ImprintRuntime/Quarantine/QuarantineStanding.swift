// SPDX-License-Identifier: Apache-2.0

/// How a build stands with the quarantine.
public enum QuarantineStanding: Sendable, Hashable {
  /// Nothing is recorded.
  case clear
  /// It has deaths, but may be opened.
  case struck(QuarantineRecord)
  /// It must not be opened.
  case quarantined(QuarantineRecord)
  /// Its record cannot be read; it must not be opened.
  case damaged(QuarantineError)
}

extension QuarantineStore {
  /// The standing of a build. Reads one small file.
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
