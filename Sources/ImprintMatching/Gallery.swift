// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

/// References to be searched, laid out for one algorithm: contiguous memory for those of one version, maker,
/// number of samples and site, which share a calibration. Build it once for many searches.
///
/// An id may have several references (F99): a search returns each id once, with its best score.
public struct Gallery<ID: Hashable & Sendable>: Sendable {
  /// A reference that is not searched, and why: nothing is dropped silently.
  public struct Skipped: Sendable {
    public let id: ID
    /// The entry's index.
    public let entry: Int
    public let reason: TemplateError
  }

  /// References that are of another algorithm or version, in order.
  public let skipped: [Skipped]
  /// The number of references that can be searched, given a calibration with the probe.
  public let count: Int

  struct Section: Sendable {
    let origin: TemplateOrigin
    /// Where on the body they are of.
    let site: BodySite
    var buffer: GalleryBuffer
    var entries: [Int] = []
    /// The person of each, as an index into ``Gallery/people``.
    var people: [UInt32] = []
  }

  let sections: [Section]
  /// Of each entry.
  let ids: [ID]
  /// Each id once, in the order of the entries.
  let people: [ID]

  /// Lays references out.
  /// - Complexity: O(bytes): one copy of every payload.
  /// - Parameter minimumQuality: templates of a lower quality are skipped: 0...100. One whose quality was not
  ///   measured is searched.
  public init(
    _ entries: some Collection<(id: ID, template: Template)>, for matcher: TemplateMatcher,
    minimumQuality: Int = 0
  ) {
    self.init(entries, for: matcher, MatchConditions(minimumQuality: minimumQuality))
  }

  /// The same of those that meet the conditions alone.
  init(
    _ entries: some Collection<(id: ID, template: Template)>, for matcher: TemplateMatcher,
    _ conditions: MatchConditions
  ) {
    var sections: [Section] = []
    var found: [SearchKind: Int] = [:]
    var skipped: [Skipped] = []
    var ids: [ID] = []
    var people: [ID] = []
    var numbers: [ID: UInt32] = [:]
    ids.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      ids.append(entry.id)
      if let refusal = conditions.refusal(of: entry.template, by: matcher) {
        skipped.append(Skipped(id: entry.id, entry: index, reason: refusal))
        continue
      }
      let kind = entry.template.kind
      let section = found[kind] ?? sections.count
      if section == sections.count {
        found[kind] = section
        sections.append(
          Section(
            origin: kind.origin, site: kind.site, buffer: GalleryBuffer(version: kind.origin.format.version)))
      }
      let person = numbers[entry.id] ?? UInt32(people.count)
      if person == people.count {
        numbers[entry.id] = person
        people.append(entry.id)
      }
      sections[section].append(entry.template.payload, entry: index, of: person)
    }
    self.ids = ids
    self.people = people
    self.skipped = skipped
    self.sections = sections
    count = ids.count - skipped.count
  }
}

extension Gallery.Section {
  /// What its references are, and their number.
  var kind: (kind: SearchKind, count: Int) { (SearchKind(origin: origin, site: site), entries.count) }

  fileprivate mutating func append(_ payload: [UInt8], entry: Int, of person: UInt32) {
    buffer.append(payload)
    entries.append(entry)
    people.append(person)
  }
}
