// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

/// References to be searched, laid out for one algorithm: contiguous memory for those of one version, maker
/// and number of samples, which share a calibration. Build it once for many searches.
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
  public init(_ entries: some Collection<(id: ID, template: Template)>, for matcher: TemplateMatcher) {
    var sections: [Section] = []
    var found: [TemplateOrigin: Int] = [:]
    var skipped: [Skipped] = []
    var ids: [ID] = []
    var people: [ID] = []
    var numbers: [ID: UInt32] = [:]
    ids.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      ids.append(entry.id)
      do {
        try matcher.check(entry.template)
      } catch {
        skipped.append(Skipped(id: entry.id, entry: index, reason: error))
        continue
      }
      let origin = entry.template.origin
      let section = found[origin] ?? sections.count
      if section == sections.count {
        found[origin] = section
        sections.append(Section(origin: origin, buffer: GalleryBuffer(version: origin.format.version)))
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
  /// The origin of its references, and their number.
  var kind: (origin: TemplateOrigin, count: Int) { (origin, entries.count) }

  fileprivate mutating func append(_ payload: [UInt8], entry: Int, of person: UInt32) {
    buffer.append(payload)
    entries.append(entry)
    people.append(person)
  }
}
