// SPDX-License-Identifier: Apache-2.0

/// One presentation: a person, or an instrument of an attack, in front of the camera once.
public struct Presentation: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A person who uses the system as it is meant to be used.
    case bonaFide
    /// An instrument of that species: `still-print`. Instruments made in one way are one species.
    case attack(species: String)
  }

  /// Unique in an evaluation. The same presentation, judged in several modes, has one id.
  public let id: String
  public let kind: Kind
  /// Who is presented; of an attack, whose face the instrument shows. Presentations of one subject are not
  /// independent of each other.
  public let subject: String
  /// What distinguishes presentations of one subject and species: a session's name, an instrument's seed.
  public let session: String

  /// - Parameters: each 1...128 bytes of UTF-8; anything else is refused where it is added.
  public init(id: String, kind: Kind, subject: String, session: String) {
    self.id = id
    self.kind = kind
    self.subject = subject
    self.session = session
  }
}
