// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A format of templates as the contract has it.
protocol FormatStruct: SizedStruct {
  associatedtype Name
  var name: Name { get set }
}

/// A format of templates that an author's plugin states.
protocol StatedFormat: ListedValue where Raw: FormatStruct {
  var name: String { get }
  /// The lowest version of its templates that there may be.
  var firstVersion: UInt32 { get }
  var templates: TemplateLength { get }

  /// What the author has to state, as far as this format alone has it.
  func checkOwn() throws(PluginFailure)
}

/// The same of templates that are made.
protocol MadeFormat: StatedFormat {
  var version: UInt32 { get }
}

extension MadeFormat {
  var firstVersion: UInt32 { version }
}

extension StatedFormat {
  /// What the author has to state.
  func check() throws(PluginFailure) {
    let reason: String? =
      if name.isEmpty || name.utf8.count > 63 {
        "has a name of \(name.utf8.count) bytes; 1 to 63 are allowed."
      } else if firstVersion < 1 {
        "has version 0; versions count from 1."
      } else if templates.raw.most < 1 {
        "has templates of 0 bytes."
      } else {
        nil
      }
    if let reason { throw misstated(reason) }
    try checkOwn()
  }

  /// As it is listed.
  func raw() throws(PluginFailure) -> Raw {
    try check()
    var raw = Raw()
    raw.size = structSize(Raw.self)
    try state(in: &raw)
    try copyWhole(name, to: &raw.name, "A format's name")
    return raw
  }

  func misstated(_ reason: String) -> PluginFailure {
    PluginFailure(.internal, "A format that it states, '\(name)', \(reason)")
  }
}

/// What a host asks for, once there is such a format and it is right.
func chosen<Format: StatedFormat>(
  _ asked: imp_text, among formats: [Format], threads: UInt32
) throws(PluginFailure) -> FormatOptions<Format> {
  guard threads >= 1 else { throw PluginFailure(.argument, "threads is 0; it must be 1 or more.") }
  let name = try readText(asked, "The format")
  guard let format = formats.first(where: { $0.name == name }) else {
    let known = formats.map(\.name).joined(separator: ", ")
    throw PluginFailure(.unsupported, "The requested format is not one of its own: \(known).")
  }
  try format.check()
  return FormatOptions(format: format, threads: Int(threads))
}

/// What is asked of an extractor or matcher; the kit has found the format among those there are.
public struct FormatOptions<Format: Sendable & Hashable>: Sendable, Hashable {
  public let format: Format
  /// From 1 to the manifest's `concurrency.threads`.
  public let threads: Int
}

/// What an extractor of the contract points to.
class ProvidedExtractor<Session, Format: MadeFormat> {
  let host: Host
  let session: Session
  let format: Format

  init(_ host: Host, _ session: Session, _ format: Format) {
    self.host = host
    self.session = session
    self.format = format
  }

  /// Hands over what the session made, and leaves nothing of it behind.
  func give(
    _ made: consuming Extraction, to payload: LentBuffer, _ told: inout imp_extraction
  ) throws(PluginFailure) {
    try made.give(to: payload, as: format.name, version: format.version, format.templates, &told)
  }
}
