// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// Graphs by name, as files of a folder that only its owner may enter:
///
///     <folder>/<name>.impg
///
/// A graph is written under another name and renamed, so that whoever opens it has the old one or the new
/// one, complete; its checksum says whether it is still what was written.
public struct SpeechGraphStore: Sendable {
  /// What a graph's file ends with.
  public static let suffix = ".impg"
  /// The longest name.
  public static let longestName = 64

  /// A graph that is kept.
  public struct Kept: Sendable, Hashable {
    public let name: String
    public let path: String
    /// In seconds since 1970.
    public let written: Int64
    public let graph: SpeechGraph
  }

  /// What a list says of a graph that is kept.
  public struct Summary: Sendable, Hashable {
    public let name: String
    public let path: String
    /// In seconds since 1970.
    public let written: Int64
    /// As ``SpeechGraph/kind``, ``SpeechGraph/language`` and ``SpeechGraph/bundle``.
    public let kind: String
    public let language: String
    public let bundle: String
    public let size: GraphSize
  }

  /// All graphs of a folder.
  public struct Contents: Sendable {
    /// By name.
    public var graphs: [Summary] = []
    /// What is there and is no graph, or a damaged one.
    public var problems: [SpeechError] = []
  }

  /// As given.
  public let folder: String
  private let kept: KeptFolder<SpeechError>

  /// - Parameters:
  ///   - folder: Made when something is saved, with its parents.
  ///   - patience: How long a writer waits for another one.
  /// - Throws: ``SpeechError`` `bad-option` where it is no absolute path.
  public init(folder: String, patience: Duration = .seconds(10)) throws(SpeechError) {
    guard folder.hasPrefix("/"), !folder.utf8.contains(0) else {
      throw SpeechError(
        .badOption, place: VisibleText.line(folder, upTo: 200), reason: "it is no absolute path.",
        remedy: "Give the folder from the root on.")
    }
    self.folder = folder
    kept = KeptFolder(folder, patience: patience)
  }

  /// The user's own: `imprint/speech-graphs` below `$XDG_DATA_HOME`, or else `~/.local/share`.
  /// - Throws: ``SpeechError`` `no-standard-path` where neither is set.
  public static func standard() throws(SpeechError) -> SpeechGraphStore {
    guard let data = StandardFolder.data.path(environment: StandardFolder.variable) else {
      throw SpeechError(
        .noStandardPath, place: "graphs", reason: "neither XDG_DATA_HOME nor HOME is set.",
        remedy: "Name the folder of graphs.")
    }
    return try SpeechGraphStore(folder: data + "/imprint/speech-graphs")
  }

  /// Judges a name before a graph is built that is to be kept as it.
  /// - Returns: Whether one of that name is going to be replaced.
  /// - Throws: ``SpeechError`` `bad-name`, `exists`, `unsafe-folder`.
  public func judge(_ name: String, replacing: Bool = true) throws(SpeechError) -> Bool {
    let file = try Self.file(name)
    guard let root = try kept.opened(), try root.contains(file) else { return false }
    guard replacing else { throw exists(file) }
    return true
  }

  /// Keeps a graph.
  /// - Parameter replacing: Whether one of that name is replaced.
  /// - Returns: Its path.
  /// - Throws: ``SpeechError`` `bad-name`, `exists`, and what the system says.
  public func save(
    _ graph: SpeechGraph, as name: String, replacing: Bool = true
  ) async throws(SpeechError) -> String {
    let file = try Self.file(name)
    let bytes = graph.bytes
    try await kept.whileLocked { (root, staging) throws(SpeechError) in
      if !replacing, try root.contains(file) {
        throw exists(file)
      }
      try root.write(bytes, to: file, staging: staging)
    }
    return "\(folder)/\(file)"
  }

  /// Opens a graph by its name.
  /// - Throws: ``SpeechError`` `bad-name`, `unknown-graph`, `damaged`, `newer`, `unsafe-folder`.
  public func open(_ name: String) throws(SpeechError) -> SpeechGraph { try read(name).graph }

  /// A graph with where and when it was kept.
  /// - Throws: As ``open(_:)``.
  public func read(_ name: String) throws(SpeechError) -> Kept {
    let file = try Self.file(name)
    guard let root = try kept.opened(), let found = try Self.read(name, file, in: root) else {
      throw unknown(name)
    }
    return found.kept
  }

  /// Opens a graph's file, wherever it is.
  /// - Throws: ``SpeechError`` `missing`, `damaged`, `newer`.
  public static func open(path: String) throws(SpeechError) -> SpeechGraph {
    let bytes = try SpeechError.at(path) { () throws(FileProblem) in
      try RegularFile(path).bytes(upTo: SpeechGraph.mostBytes)
    }
    return try SpeechGraph(bytes, place: path)
  }

  /// All graphs. One that cannot be read is a problem beside the others.
  /// - Throws: ``SpeechError`` where the folder cannot be listed.
  /// - Complexity: O(bytes of all graphs), in the memory of the largest one.
  public func contents() throws(SpeechError) -> Contents {
    var contents = Contents()
    guard let root = try kept.opened() else { return contents }
    for file in try root.names() where !file.hasPrefix(".") {
      let name = String(file.dropLast(Self.suffix.count))
      guard file.hasSuffix(Self.suffix), Self.isName(name) else {
        contents.problems.append(
          SpeechError(
            .damaged, place: "\(folder)/\(VisibleText.line(file, upTo: 200))",
            reason: "it is no graph's file.",
            remedy: "Keep other files elsewhere."))
        continue
      }
      do throws(SpeechError) {
        // Removed meanwhile: it is not there.
        if let (kept, bytes) = try Self.read(name, file, in: root) {
          contents.graphs.append(
            Summary(
              name: name, path: kept.path, written: kept.written, kind: kept.graph.kind,
              language: kept.graph.language, bundle: kept.graph.bundle,
              size: GraphSize(kept.graph, bytes: bytes)))
        }
      } catch {
        contents.problems.append(error)
      }
    }
    return contents
  }

  /// Removes a graph, damaged or not.
  /// - Throws: ``SpeechError`` `bad-name`, `unknown-graph`.
  public func remove(_ name: String) async throws(SpeechError) {
    let file = try Self.file(name)
    guard try kept.opened() != nil else { throw unknown(name) }
    let wasThere = try await kept.whileLocked { (root, _) throws(SpeechError) in try root.removeFile(file) }
    guard wasThere else { throw unknown(name) }
  }

  private static func read(
    _ name: String, _ file: String, in root: borrowing Folder<SpeechError>
  ) throws(SpeechError) -> (kept: Kept, bytes: Int)? {
    guard let found = try root.read(file, limit: SpeechGraph.mostBytes) else { return nil }
    let path = "\(root.place)/\(file)"
    let graph = try SpeechGraph(found.bytes, place: path)
    return (Kept(name: name, path: path, written: found.written, graph: graph), found.bytes.count)
  }

  private static func isName(_ name: String) -> Bool {
    (1...longestName).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || [0x2D, 0x2E, 0x5F].contains($0)
      }
  }

  private static func file(_ name: String) throws(SpeechError) -> String {
    guard isName(name) else {
      throw SpeechError(
        .badName, place: VisibleText.line(name, upTo: 100), reason: "a graph cannot have this name.",
        remedy:
          "Give 1 to \(longestName) letters, digits, points, hyphens and underscores of ASCII, no point first."
      )
    }
    return name + suffix
  }

  private func exists(_ file: String) -> SpeechError {
    SpeechError(
      .exists, place: "\(folder)/\(file)", reason: "there is a graph of that name.",
      remedy: "Choose another name, or replace it.")
  }

  private func unknown(_ name: String) -> SpeechError {
    SpeechError(
      .unknownGraph, place: "\(folder)/\(name)\(Self.suffix)", reason: "there is no such graph.",
      remedy: "List those there are: sdkctl speech graph list.")
  }
}
