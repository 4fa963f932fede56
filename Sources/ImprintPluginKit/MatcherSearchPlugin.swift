// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.matcher-search/1`: the most alike of many templates, which were
/// prepared once. It compares the same formats by ``MatcherPlugin``.
public protocol MatcherSearchPlugin: Plugin {
  /// The forms it searches: 1 to 16, each name once. The same for the plugin's whole life.
  var searchForms: [SearchForm] { get }

  /// Makes what searches one of them. Called by one thread at a time.
  /// - Throws: `.model`, `.file`, `.memory`, or `.argument` for options it cannot take.
  func makeSearcher(_ options: SearchOptions) throws(PluginFailure) -> any TemplateSearcher
}

/// Prepares templates of one form, and compares a probe with them, from any number of threads at once.
///
/// The kit walks through the memory that is searched, leaves out what does not count, and keeps the best of
/// each group. An author says how a template becomes an entry, and how alike entries are to a probe.
public protocol TemplateSearcher: Sendable {
  /// A probe that was read and checked. Nothing of it may stay: a class can overwrite itself when it
  /// goes.
  associatedtype Probe

  /// Reads the template that is searched for. Its bytes are untrusted. The kit has checked version and length
  /// against the format.
  /// - Throws: `.templateFormat`, `.templateVersion`, `.templateDamaged`.
  func probe(_ template: TemplateView) throws(PluginFailure) -> Probe

  /// Makes the entry of a template, which is untrusted as well. The entry is zero before, and as long as the
  /// form says. The same template gives the same bytes.
  /// - Throws: as ``probe(_:)``.
  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure)

  /// How alike the probe is to each of the entries, which lie one after the other: as many as there are
  /// similarities. What ``SearchForm/isExact`` says of them holds bit by bit.
  ///
  /// Entries were made by ``prepare(_:into:)``, or are still zero, or are just being written: what is said of
  /// such is left out.
  func compare(_ probe: Probe, with entries: RawSpan, into similarities: inout MutableSpan<Float>)
}

/// How templates of one format are laid out to be searched.
public struct SearchForm: Sendable, Hashable {
  /// At most 63 bytes: `imprint.face-f6.vectors`.
  public let name: String
  /// Of the templates: one that the plugin compares.
  public let format: MatcherFormat
  /// How long each entry is: a multiple of 16, at most 65,536.
  public let entryBytes: Int
  /// Whether similarities are exactly those of ``TemplateComparer/similarity(_:_:)``, the entry's template as
  /// reference. Else they are near them, and whoever searches compares what is found.
  public let isExact: Bool

  public init(name: String, of format: MatcherFormat, entryBytes: Int, isExact: Bool) {
    self.name = name
    self.format = format
    self.entryBytes = entryBytes
    self.isExact = isExact
  }
}

/// What is asked of a search; the kit has found the form among those there are.
public struct SearchOptions: Sendable, Hashable {
  public let form: SearchForm
  /// From 1 to the manifest's `concurrency.threads`.
  public let threads: Int
}
