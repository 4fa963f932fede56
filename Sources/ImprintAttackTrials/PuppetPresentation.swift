// SPDX-License-Identifier: Apache-2.0
private import Foundation
public import ImprintAttackEvaluation
public import ImprintRuntime

/// One presentation of a puppet: who does what, and the seed that everything random of it follows from.
public struct PuppetPresentation: Sendable, Hashable {
  public let presentation: Presentation
  public let species: PuppetSpecies
  /// Of the camera.
  public let locator: String
  /// Of the challenge.
  public let seed: CaptureSeed

  /// - Parameters:
  ///   - puppet: the path of its file, without `?` and `&`; its name without ending is the subject.
  ///   - other: the path of a second puppet, where the species needs one.
  ///   - session: tells presentations of one subject and species apart.
  /// - Returns: `nil` where a second puppet is needed and not given.
  public init?(of puppet: String, _ species: PuppetSpecies, session: Int, other: String? = nil) {
    guard !species.needsAnother || other != nil else { return nil }
    let subject = Self.subject(puppet)
    let id = "\(subject)/\(species.rawValue)/\(session)"
    presentation = Presentation(id: id, kind: species.kind, subject: subject, session: "\(session)")
    self.species = species
    let mixed = Self.hash(id)
    seed = CaptureSeed(low: mixed, high: Self.hash("\(id)/challenge"))
    locator = "puppet:\(puppet)?\(species.query(other: other))&seed=\(mixed >> 1)&seconds=60"
  }

  static func subject(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.hasSuffix(".puppet") ? name.dropLast(7) : name)
  }

  /// FNV-1a, 64 bits: the same on every machine.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension [PuppetPresentation] {
  /// So many of each species for each puppet, subject by subject; the second person of a swap is the next
  /// puppet of the list.
  public init(of puppets: [String], species: [PuppetSpecies], each sessions: Int) {
    self = puppets.indices.flatMap { index in
      let other = puppets.count > 1 ? puppets[(index + 1) % puppets.count] : nil
      return species.flatMap { species in
        (0..<Swift.max(sessions, 0)).compactMap {
          PuppetPresentation(of: puppets[index], species, session: $0 + 1, other: other)
        }
      }
    }
  }
}

extension PuppetPresentation {
  /// The puppet files of a folder, by name.
  /// - Throws: ``AttackTrialError`` `missing` for a folder that is not there, or one without any.
  public static func files(in folder: String) throws(AttackTrialError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw AttackTrialError(
        .missing, place: folder, reason: "it cannot be read as a folder.",
        remedy: "Give the folder with the puppets that sdkctl puppet make wrote.")
    }
    let puppets = names.filter { $0.hasSuffix(".puppet") }.sorted()
    guard !puppets.isEmpty else {
      throw AttackTrialError(
        .missing, place: folder, reason: "no file in it ends in .puppet.",
        remedy: "Make some: sdkctl puppet make PHOTO --output FOLDER.")
    }
    let paths = puppets.map { "\(folder)/\($0)" }
    if let odd = paths.first(where: { $0.contains { "?&".contains($0) } }) {
      throw AttackTrialError(
        .denied, place: odd, reason: "its path has a ? or &, which locators give a meaning.",
        remedy: "Rename it.")
    }
    return paths
  }
}
