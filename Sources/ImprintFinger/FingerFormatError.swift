// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why bytes are no finger minutiae in a standard's format, or minutiae cannot be written in one.
///
/// The place is a byte's offset in what was read (`byte 27`), or the field that was to be written. Neither
/// contains a minutia.
public typealias FingerFormatError = Explained<FingerFormatErrorCode>

public enum FingerFormatErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The bytes do not begin as the format does.
  case notARecord = "not-a-record"
  /// A version of the format that is not read here.
  case otherVersion = "other-version"
  /// The bytes end within a field, or before what a count or length announces.
  case truncated
  /// A length that the bytes contradict: of the record, of a view, or of its extended data.
  case wrongLength = "wrong-length"
  /// Bytes follow the end.
  case trailingBytes = "trailing-bytes"
  /// A record without any view.
  case noViews = "no-views"
  /// A field has a value that the standard excludes.
  case badField = "bad-field"
  /// A minutia lies outside of its picture.
  case outsidePicture = "outside-picture"
  /// More minutiae or views than the format holds.
  case tooMany = "too-many"
  /// Fewer minutiae than the card takes.
  case tooFewMinutiae = "too-few-minutiae"
  /// Views of a record that the format can only hold with the same picture size and resolution.
  case viewsDiffer = "views-differ"
  /// An order of minutiae that the card format does not have, or not together with what is asked.
  case badOrder = "bad-order"
  /// A biometric information template without a data object that it needs, or with one that lies.
  case badInformation = "bad-information"
}

extension FingerFormatError {
  static func reading(_ code: FingerFormatErrorCode, at offset: Int, _ reason: String) -> FingerFormatError {
    FingerFormatError(code, place: "byte \(offset)", reason: reason, remedy: remedy(code))
  }

  static func writing(_ code: FingerFormatErrorCode, _ field: String, _ reason: String) -> FingerFormatError {
    FingerFormatError(code, place: field, reason: reason, remedy: remedy(code))
  }

  private static func remedy(_ code: FingerFormatErrorCode) -> String {
    switch code {
    case .notARecord:
      "Give the bytes of a finger minutiae record, without a file format or encoding around it."
    case .otherVersion:
      "Have it written as ISO/IEC 19794-2:2005 or :2011, or as ANSI INCITS 378-2004."
    case .truncated, .wrongLength, .trailingBytes:
      "Copy the whole record again, and nothing else; or enrol the finger again."
    case .noViews, .badField, .outsidePicture:
      "The program that wrote the record is at fault: have it corrected, or enrol the finger again."
    case .tooMany: "Leave out the minutiae of least quality, or the views that are not needed."
    case .tooFewMinutiae: "Take another picture of the finger, with more of it in contact with the sensor."
    case .viewsDiffer: "Write a record for each picture size and resolution."
    case .badOrder: "Use the order that the card's biometric information template states."
    case .badInformation:
      "Read the data object from the card again; where it stays the same, the card is at fault."
    }
  }
}
