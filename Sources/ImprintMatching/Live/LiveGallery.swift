// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime
private import Synchronization

/// References of many people, prepared by the plugin to be searched fast, and changed while they are
/// searched: for a gallery that lives as long as the program. For a single search, ``Gallery``.
///
/// A search finds everybody whose references were added before it began, and nobody who was removed before.
/// Any number of threads may add, remove and search at once; changes wait for each other.
///
/// Memory: an exact gallery takes one copy of the templates in the plugin's form, as F6's 512 bytes each. One
/// of candidates takes the form's shorter entries, as F6's 128 bytes, and beside them the templates
/// themselves, which scores come from: in memory, or in a file without a name (``Options/folder``) that only
/// what is compared is read from. And about 100 bytes for each person.
public final class LiveGallery<ID: Hashable & Sendable>: WaitsForPlugin {
  /// Which of the plugin's forms is searched.
  public enum Form: Sendable, Hashable {
    /// Everybody is compared exactly.
    case exact
    /// Everybody is compared in a shorter form, which names candidates; the scores of these come from the
    /// templates themselves. Faster, and a candidate may be missed.
    case candidates
    /// One of ``PreparedGallery/forms(of:)``.
    case named(String)
  }

  public struct Options: Sendable, Hashable {
    public var form: Form
    /// How many threads a search takes: from 1.
    public var threads: Int
    /// How many candidates of a form that is not exact are compared, 1...``PreparedGallery/mostHits``; `nil`:
    /// 64, or eight times as many as are wanted.
    public var candidates: Int?
    /// Where the templates are kept that a form which is not exact names candidates of; `nil` for memory. The
    /// file has no name, and nothing is left of it.
    public var folder: String?

    public init(form: Form = .exact, threads: Int = 1, candidates: Int? = nil, folder: String? = nil) {
      self.form = form
      self.threads = threads
      self.candidates = candidates
      self.folder = folder
    }
  }

  let matcher: TemplateMatcher
  let options: Options
  private let form: String?
  private let memory: FreeMemory
  /// One thread at a time changes.
  private let editing = Mutex(())
  private let state = Mutex(State())

  /// References that share their calibrations.
  struct Section: Sendable {
    let index: Int
    let origin: TemplateOrigin
    /// Where on the body they are of.
    let site: BodySite
    let prepared: PreparedGallery
    /// `nil` where the form is exact.
    let templates: TemplateMemory?
  }

  private struct Reference {
    let section: Int
    let place: PreparedGallery.Place
  }

  private struct Person {
    /// Never that of another, so that whoever a search has found is nobody else when it ends.
    let number: UInt32
    var references: [Reference] = []
  }

  private struct State {
    var sections: [Section] = []
    var people: [ID: Person] = [:]
    var ids: [UInt32: ID] = [:]
    var nextNumber: UInt32 = 0
  }

  /// Makes an empty one as ``init(for:_:)`` does, without blocking the caller's thread.
  public static func make(
    for matcher: TemplateMatcher, _ options: Options = Options()
  ) async throws(PluginCallError) -> LiveGallery {
    try await matcher.withoutBlocking { matcher throws(PluginCallError) in
      try LiveGallery(for: matcher, options)
    }
  }

  /// Makes an empty one. Blocks the calling thread.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.matcher-search/1`, or without
  ///   such a form; `argument` for invalid options.
  @available(*, noasync)
  public convenience init(
    for matcher: TemplateMatcher, _ options: Options = Options()
  ) throws(PluginCallError) {
    try self.init(for: matcher, options, memory: .ofSystem)
  }

  /// - Parameter memory: what there is for references that are added together.
  init(
    for matcher: TemplateMatcher, _ options: Options, memory: FreeMemory
  ) throws(PluginCallError) {
    self.matcher = matcher
    self.options = options
    self.memory = memory
    guard options.threads >= 1, (1...PreparedGallery.mostHits).contains(options.candidates ?? 1) else {
      throw .invalid(
        "\(options.threads) threads and "
          + "\(options.candidates.map { "\($0) candidates" } ?? "the usual candidates") cannot be.",
        remedy: "Use at least one thread, and 1 to \(PreparedGallery.mostHits) candidates.",
        of: matcher.pluginID)
    }
    form =
      switch options.form {
      case .exact: nil
      case .named(let name): name
      case .candidates: try matcher.candidateForm()
      }
    // The plugin says now whether it can, and not when the first person is added.
    _ = try matcher.algorithm.preparedGallery(form: form)
  }

  /// The number of references.
  public var count: Int {
    state.withLock { $0.sections.reduce(0) { $0 + $1.prepared.count } }
  }

  /// The ids that have a reference, in no order.
  public var ids: [ID] { state.withLock { Array($0.people.keys) } }

  // MARK: Changing

  /// Adds references; a person may have several. All or nothing: where it throws, none is added; what does
  /// not fit is refused before memory is taken for it. Any thread, and blocks it: a task awaits ``add(_:)``.
  /// - Returns: those that cannot be searched, and why; the others are added.
  /// - Throws: ``PluginCallError`` `memory` where there is no room for them, `argument` where it has had four
  ///   billion people; others where the plugin fails.
  /// - Complexity: O(bytes).
  @available(*, noasync)
  @discardableResult
  public func addBlocking(
    _ references: some Collection<(id: ID, template: Template)>
  ) throws(PluginCallError) -> [Gallery<ID>.Skipped] {
    try editing.withLock { _ throws(PluginCallError) in
      let laidOut = Gallery(references, for: matcher)
      var skipped = laidOut.skipped
      let numbers = try numbered(laidOut.people)
      var added: [(person: Int, reference: Reference)] = []
      do throws(PluginCallError) {
        try checkMemory(for: laidOut.sections)
        for part in laidOut.sections {
          let (index, section) = try sectionOf(part.kind.kind)
          let places = try section.prepared.add(part.buffer, groups: part.people.map { numbers[Int($0)] })
          for (entry, place) in places.enumerated() {
            guard let place else {
              let position = part.entries[entry]
              skipped.append(
                Gallery.Skipped(id: laidOut.ids[position], entry: position, reason: .unreadablePayload))
              continue
            }
            added.append((Int(part.people[entry]), Reference(section: index, place: place)))
          }
          try keep(part, at: places, in: section)
        }
      } catch {
        take(added.map { $0.reference })
        forget(laidOut.people, unlessTheyHaveReferences: numbers)
        throw error
      }
      state.withLock { state in
        for (person, reference) in added {
          state.people[laidOut.people[person]]?.references.append(reference)
        }
      }
      forget(laidOut.people, unlessTheyHaveReferences: numbers)
      return skipped.sorted { $0.entry < $1.entry }
    }
  }

  /// ``addBlocking(_:)`` on a thread of its own.
  @discardableResult
  public func add(
    _ references: some Collection<(id: ID, template: Template)> & Sendable
  ) async throws(PluginCallError) -> [Gallery<ID>.Skipped] {
    try await withoutBlocking { gallery throws(PluginCallError) in try gallery.addBlocking(references) }
  }

  /// Removes all references of a person: searches that begin afterwards do not find them. Their memory is
  /// overwritten once no earlier search runs. Waits while others add.
  /// Any thread, and blocks it: a task awaits ``remove(_:)``.
  /// - Returns: how many there were.
  @available(*, noasync)
  @discardableResult
  public func removeBlocking(_ id: ID) -> Int {
    editing.withLock { _ in
      let person = state.withLock { state in
        let person = state.people.removeValue(forKey: id)
        if let person { state.ids[person.number] = nil }
        return person
      }
      take(person?.references ?? [])
      return person?.references.count ?? 0
    }
  }

  /// ``removeBlocking(_:)`` on a thread of its own.
  @discardableResult
  public func remove(_ id: ID) async -> Int { await withoutBlocking { $0.removeBlocking(id) } }

  private func take(_ references: [Reference]) {
    let sections = sections
    for reference in references {
      sections[reference.section].prepared.remove(reference.place)
      sections[reference.section].templates?.remove(reference.place)
    }
  }

  /// The number of each, a new one for new people.
  private func numbered(_ people: [ID]) throws(PluginCallError) -> [UInt32] {
    try state.withLock { state throws(PluginCallError) in
      let new = people.count { state.people[$0] == nil }
      guard new <= UInt32.max - state.nextNumber else {
        throw .invalid(
          "it has had \(UInt32.max) people, which is all that it has numbers for.",
          remedy: "Make a new gallery of those who are left.", of: matcher.pluginID)
      }
      return people.map { id in
        if let known = state.people[id] { return known.number }
        let number = state.nextNumber
        state.nextNumber += 1
        state.people[id] = Person(number: number)
        state.ids[number] = id
        return number
      }
    }
  }

  private func forget(_ people: [ID], unlessTheyHaveReferences numbers: [UInt32]) {
    state.withLock { state in
      for (id, number) in zip(people, numbers) where state.people[id]?.references.isEmpty == true {
        state.people[id] = nil
        state.ids[number] = nil
      }
    }
  }

  private func sectionOf(_ kind: SearchKind) throws(PluginCallError) -> (Int, Section) {
    let sections = sections
    if let index = sections.firstIndex(where: { SearchKind(origin: $0.origin, site: $0.site) == kind }) {
      return (index, sections[index])
    }
    let prepared = try matcher.algorithm.preparedGallery(form: form)
    let templates = try prepared.form.isExact ? nil : templateMemory()
    let section = Section(
      index: sections.count, origin: kind.origin, site: kind.site, prepared: prepared, templates: templates)
    state.withLock { $0.sections.append(section) }
    return (sections.count, section)
  }

  private func templateMemory() throws(PluginCallError) -> TemplateMemory {
    do throws(SearchMemoryError) {
      return try TemplateMemory(
        mostBytes: matcher.format.templateBytesMaximum, folder: options.folder)
    } catch {
      throw .noRoom(error.sentence, in: options.folder, of: matcher.pluginID)
    }
  }

  /// Before any is taken: what does not fit would otherwise be found out when memory is full of it.
  private func checkMemory(for parts: [Gallery<ID>.Section]) throws(PluginCallError) {
    var bytes = 0
    for part in parts {
      let (count, section) = (part.buffer.count, try sectionOf(part.kind.kind).1)
      for more in [section.prepared.bytesLacking(for: count), section.templates?.bytes(for: count) ?? 0] {
        let (sum, isTooMuch) = bytes.addingReportingOverflow(more)
        bytes = isTooMuch ? .max : sum
      }
      guard memory.holds(bytes) else { throw section.prepared.noMemory(for: count) }
    }
  }

  private func keep(
    _ part: Gallery<ID>.Section, at places: [PreparedGallery.Place?], in section: Section
  ) throws(PluginCallError) {
    guard let templates = section.templates else { return }
    do throws(SearchMemoryError) {
      for (entry, place) in places.enumerated() {
        if let place { try templates.store(part.buffer.payload(entry), at: place) }
      }
    } catch {
      throw .noRoom(error.sentence, in: options.folder, of: matcher.pluginID)
    }
  }

  // MARK: Searching

  /// Sections only come, and in order.
  var sections: [Section] { state.withLock { $0.sections } }

  /// The references in a section of people who have these numbers, but for those that are being added.
  func places(
    of numbers: some Sequence<UInt32>, in section: Section
  ) -> [(number: UInt32, place: PreparedGallery.Place)] {
    state.withLock { state in
      numbers.flatMap { number in
        let person = state.ids[number].flatMap { state.people[$0] }
        return (person?.references ?? []).lazy.filter { $0.section == section.index }
          .map { (number, $0.place) }
      }
    }
  }

  /// Who has these numbers; nobody for those of people who were removed.
  func ids(of numbers: some Sequence<UInt32>) -> [UInt32: ID] {
    state.withLock { state in
      var ids: [UInt32: ID] = [:]
      for number in numbers { ids[number] = state.ids[number] }
      return ids
    }
  }
}

extension PluginCallError {
  static func invalid(_ reason: String, remedy: String, of plugin: String) -> PluginCallError {
    PluginCallError(refusing: .argument, place: "\(plugin): gallery", reason: reason, remedy: remedy)
  }

  static func noRoom(_ sentence: String, in folder: String?, of plugin: String) -> PluginCallError {
    PluginCallError(
      refusing: .memory, place: "\(plugin): gallery",
      reason: "the templates cannot be kept\(folder.map { " in \($0)" } ?? ""): \(sentence).",
      remedy: folder == nil
        ? "Keep them in a file: Options.folder names where." : "Free the disk, or choose another folder.")
  }
}

extension TemplateMatcher {
  /// The name of the first form that names candidates.
  @available(*, noasync)
  fileprivate func candidateForm() throws(PluginCallError) -> String {
    if let form = try algorithm.searchForms().first(where: { !$0.isExact }) { return form.name }
    throw PluginCallError(
      refusing: .unsupported, place: "\(pluginID): gallery",
      reason: "it has no form of \(format.algorithm) that names candidates.", remedy: "Use the exact form.")
  }
}
