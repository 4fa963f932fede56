// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One object of what an ability lists by name: a template format, or a search form. Called by its C table
/// with guarded memory, and destroyed when released.
protocol ListedProbe: AnyObject, Sendable {
  associatedtype Entry: ListedStruct & BitwiseCopyable & Sendable
  associatedtype Options: SizedStruct & BitwiseCopyable

  static var words: ListingWords { get }
  static func list(_ plugin: ProbePlugin) throws -> LentList<Entry>
  /// How objects of an entry are made.
  static func calls(_ plugin: ProbePlugin, _ entry: Entry) throws -> ObjectCalls<Options>
  static func options(_ name: imp_text, threads: UInt32) -> Options

  var plugin: ProbePlugin { get }
  /// The entry's.
  var name: String { get }
  /// Receives the function about to be called, so that a crash names it.
  var note: (String) -> Void { get }
  /// How others like it are made.
  var calls: ObjectCalls<Options> { get }
  /// Names that it must reject.
  var foreignNames: [String] { get }

  init(
    _ plugin: ProbePlugin, _ entry: Entry, threads: UInt32, note: @escaping (String) -> Void) throws
}

/// An entry that a plugin lists by name.
protocol ListedStruct: SizedStruct {
  associatedtype Name
  /// UTF-8, null-terminated.
  var name: Name { get }
  var reserved: UInt32 { get }
}

/// The words for what an ability lists.
struct ListingWords: Sendable {
  /// The place named in failures: `matcher`.
  let ability: String
  /// What it lists: "format".
  let entry: String
  /// What it creates: "matcher".
  let object: String
}

/// How objects of one kind are created and destroyed.
struct ObjectCalls<Options: BitwiseCopyable> {
  let plugin: ProbePlugin
  let create: (UnsafePointer<Options>, UnsafeMutablePointer<OpaquePointer?>) -> imp_status
  let destroy: (OpaquePointer) -> Void

  /// Creates one. Options and name become inaccessible on return.
  func make(_ name: [UInt8], _ options: (imp_text) -> Options) throws -> Creation<Void> {
    let text = try GuardedMemory(name)
    return try Creation(plugin, options(text.text), texts: [text], end: destroy, create)
  }
}

extension ListedProbe {
  var foreignNames: [String] { [] }

  /// One of the ability's functions, as named in failures: `matcher.compare`.
  static func place(_ function: String) -> String { "\(words.ability).\(function)" }

  static func name(of entry: Entry) throws -> String {
    try FixedText.read(entry.name, "a \(words.entry)'s name", place: place("\(words.entry)s"))
  }

  /// Calls create again, with another name or other options.
  func create(
    _ name: [UInt8]? = nil, threads: UInt32 = 1, change: (inout Options) -> Void = { _ in }
  ) throws -> Creation<Void> {
    try calls.make(name ?? Array(self.name.utf8)) { text in
      var options = Self.options(text, threads: threads)
      change(&options)
      return options
    }
  }

  /// How an object of an entry is made again and again.
  static func maker(_ plugin: ProbePlugin, _ entry: Entry) throws -> ObjectMaker {
    let (calls, name) = (try calls(plugin, entry), Array(try name(of: entry).utf8))
    return ObjectMaker(
      place("create"),
      {
        let text = try GuardedMemory(name)
        return (options(text.text, threads: 1), [text])
      }, create: calls.create, destroy: calls.destroy)
  }
}
