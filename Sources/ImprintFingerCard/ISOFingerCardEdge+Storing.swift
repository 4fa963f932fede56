// SPDX-License-Identifier: Apache-2.0
internal import ImprintCard
internal import ImprintFinger
internal import ImprintFingerCapture
internal import ImprintModel

/// Storing and removing, where a card allows it.
///
/// The standards leave to each card how it takes references. This is PUT DATA (`00 DB 3F FF`) of a biometric
/// information template with the finger's reference and the minutiae: `7F60 { 83 reference, 7F2E { 81 } }`;
/// without minutiae it removes the finger. A card with other commands has an edge of its own.
extension ISOFingerCardEdge {
  /// Stores the best minutiae, as many as the card takes and in its order, once. The authorization that
  /// ``FingerCard/read(from:application:authorization:)`` was given is shown before.
  /// - Throws: before anything is sent, ``FingerCardError`` `badTemplate`, `tooFewMinutiae`, and `CardError`;
  ///   `notAllowed`, `noRoom`, `unsupported`, `refused` as the card says; `answerLost`, after which it is not
  ///   known which finger the card holds; `wrongPIN`, `pinBlocked`, or what else an authorization throws.
  public func store(_ payload: [UInt8]) async throws {
    try await put(carried(try minutiae(of: payload)))
  }

  /// Removes the finger, once.
  /// - Throws: as ``store(_:)``; `notEnrolled` where the card says that it holds none.
  public func remove() async throws { try await put([0x7F, 0x2E, 0x00]) }

  private func put(_ data: [UInt8]) async throws {
    let (reference, access) = (reference, access)
    try await access.together { card in
      try await access.authorization?.show(card)
      let object = BERTLV(0x7F60, containing: [try BERTLV(0x83, [reference])] + (try BERTLV.parse(data)))
      let command = try CommandAPDU(
        ins: CardInstruction.putDataObject, p1: 0x3F, p2: 0xFF, data: object.bytes)
      let response = try await Self.once(command, on: card)
      guard response.data.isEmpty else {
        throw FingerCardError.badAnswer(
          "it answers \(response.data.count) bytes, where nothing was asked for.", to: command)
      }
      guard response.status == .done else { throw FingerCardError.refused(response.status, by: command) }
    }
  }
}
