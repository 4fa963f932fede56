// SPDX-License-Identifier: Apache-2.0
// What a search of many costs: the plugin's kernel alone, a prepared gallery in this process and in a worker,
// and whole identifications, with thresholds, scores and names.
//
//     Search <stage> <imprint-worker> <libembedding.so> <libread.so> <templates>
//
// Templates are random unit vectors of 128 floats. Prints "ready", and for each line that it reads one line
// of times in ns, as `Search.kinds` names them. All kinds must find the same.
import Glibc
import Imprint

/// The search is measured, not the licence.
struct EverythingGranted: EntitlementProvider {
  func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
}

enum Failure: Error { case usage, plugin, library, template, differs(String) }

typealias Cosines =
  @convention(c) (
    UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Float>
  ) -> Void

/// Reads memory with so many threads.
typealias Read = @convention(c) (UnsafeRawPointer, Int, Int32) -> UInt64

let length = 128
let bytes = length * MemoryLayout<Float>.size
let wanted = 10

func spent(_ body: () throws -> Void) rethrows -> Int64 {
  let start = ContinuousClock.now
  try body()
  let duration = (ContinuousClock.now - start).components
  return duration.seconds * 1_000_000_000 + duration.attoseconds / 1_000_000_000
}

/// Unit vectors of no person.
struct Vectors {
  private var state: UInt64 = 42

  mutating func next() -> [UInt8] {
    var values = (0..<length).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
    }
    let norm = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    for index in values.indices { values[index] /= norm }
    return values.withUnsafeBytes(Array.init)
  }
}

func symbol<Function>(_ name: String, of library: String, _ type: Function.Type) throws -> Function {
  guard let library = dlopen(library, RTLD_NOW), let symbol = dlsym(library, name) else {
    throw Failure.library
  }
  return unsafeBitCast(symbol, to: type)
}

func discovered(_ arguments: [String]) throws -> (PluginCatalog, FoundPlugin) {
  let catalog = PluginCatalog.discover(
    PluginSearchPath(roots: [PluginRoot(path: arguments[1], origin: .explicit)]))
  guard let found = catalog.plugin(withID: "dev.imprint.face-f6") else { throw Failure.plugin }
  return (catalog, found)
}

func open(_ isolation: Isolation, _ arguments: [String]) throws -> OpenPlugin {
  let (catalog, found) = try discovered(arguments)
  var policy = WorkerPolicy()
  policy.program = arguments[2]
  let runtime = PluginRuntime(
    catalog: catalog, trust: .standard(named: "\(arguments[1])/etc/imprint/trust.yaml"),
    entitlements: EverythingGranted(), logger: ImprintConfiguration().logger, hostName: "bench",
    hostVersion: "1.0.0", isolation: PluginIsolation(isolation), workers: policy)
  return try runtime.openBlocking(found)
}

/// Somebody who was found, whatever by.
struct Found: Hashable {
  let id: Int
  let similarity: Float
}

struct Search {
  /// In the order in which times are printed.
  static let kinds = [
    "read", "read-2", "kernel", "in-process", "process", "identify", "identify-2", "bytes", "bytes-2", "once",
  ]

  private let memory: UnsafeMutableRawBufferPointer
  private let similarities: UnsafeMutableBufferPointer<Float>
  private let cosines: Cosines
  private let read: Read
  private let prepared: [PreparedGallery]
  private let matcher: TemplateMatcher
  private let exact: LiveGallery<Int>
  private let candidates: LiveGallery<Int>
  private let once: Gallery<Int>
  private var vectors = Vectors()
  /// Of the exact best, how many the candidates did not name.
  private(set) var missed = 0

  init(_ arguments: [String], count: Int) throws {
    cosines = try symbol("imp_embedding_cosines", of: arguments[3], Cosines.self)
    read = try symbol("read_memory", of: arguments[4], Read.self)
    let plugin = try open(.inProcess, arguments)
    prepared = [try PreparedGallery(plugin), try PreparedGallery(open(.process, arguments))]
    matcher = TemplateMatcher(try Matcher(plugin), manifest: try discovered(arguments).1.manifest)
    exact = try LiveGallery(for: matcher)
    candidates = try LiveGallery(for: matcher, .init(form: .candidates))
    memory = .allocate(byteCount: count * bytes, alignment: 4096)
    similarities = .allocate(capacity: count)
    similarities.initialize(repeating: 0)
    var all: [(id: Int, template: Template)] = []
    for first in stride(from: 0, to: count, by: 10_000) {
      let part = first..<min(first + 10_000, count)
      var templates = GalleryBuffer(version: 1)
      var references: [(id: Int, template: Template)] = []
      for index in part {
        let vector = vectors.next()
        UnsafeMutableRawBufferPointer(rebasing: memory[index * bytes..<(index + 1) * bytes]).copyBytes(
          from: vector)
        templates.append(vector)
        references.append((index, try Self.template(vector)))
      }
      for gallery in prepared { _ = try gallery.add(templates, groups: part.map { UInt32($0) }) }
      try exact.addBlocking(references)
      try candidates.addBlocking(references)
      all += references
    }
    once = Gallery(all, for: matcher)
  }

  private static func template(_ vector: [UInt8]) throws -> Template {
    let maker = TemplateMaker(
      id: "dev.imprint.face-f6", version: SemanticVersion(major: 1, minor: 0, patch: 0))
    guard let format = TemplateFormat(algorithm: "imprint.face-f6", version: 1),
      let template = Template(
        format: format, modality: .face, site: .face, quality: nil, maker: maker, samples: 1, payload: vector)
    else { throw Failure.template }
    return template
  }

  /// One of each kind, in turn.
  mutating func round() throws -> [Int64] {
    let vector = vectors.next()
    let probe = TemplatePayload(bytes: vector, version: 1)
    let candidate = try Self.template(vector)
    var (times, found): ([Int64], [(String, [Found])]) = ([], [])
    guard let base = memory.baseAddress, let results = similarities.baseAddress else { throw Failure.usage }
    for threads in [Int32(1), 2] {
      times.append(spent { if read(base, memory.count, threads) == 1 { print() } })
    }
    times.append(
      spent { cosines(vector, base.assumingMemoryBound(to: UInt8.self), similarities.count, results) })
    for gallery in prepared {
      var hits: [PreparedGallery.Hit] = []
      times.append(try spent { hits = try gallery.search(probe, most: wanted) })
      found.append(("prepared", hits.map { Found(id: Int($0.group), similarity: $0.similarity) }))
    }
    func identify(_ name: String, _ body: () throws -> Identification<Int>) throws {
      var result: Identification<Int>?
      times.append(try spent { result = try body() })
      found.append(
        (name, (result?.candidates ?? []).map { Found(id: $0.id, similarity: $0.similarity) }))
    }
    for threads in [1, 2] {
      try identify("identify") {
        try matcher.identifyBlocking(candidates: [candidate], in: exact, threads: threads)
      }
    }
    for threads in [1, 2] {
      try identify("bytes") {
        try matcher.identifyBlocking(candidates: [candidate], in: candidates, threads: threads)
      }
    }
    try identify("once") { try matcher.identifyBlocking(candidates: [candidate], in: once) }
    let best = (0..<similarities.count).max { similarities[$0] < similarities[$1] }
    guard found[0].1.count == wanted, found[0].1.first?.id == best else { throw Failure.differs("kernel") }
    for (name, hits) in found {
      if name == "bytes" {
        missed += Set(found[0].1).subtracting(hits).count
      } else if hits != found[0].1 {
        throw Failure.differs(name)
      }
    }
    return times
  }
}

func run() throws {
  let arguments = CommandLine.arguments
  guard arguments.count == 6, let count = Int(arguments[5]) else { throw Failure.usage }
  var search = try Search(arguments, count: count)
  // Warms up, and does not count.
  _ = try search.round()
  print("ready")
  fflush(nil)
  while readLine() != nil {
    let times = zip(Search.kinds, try search.round()).map { "\($0) \($1)" }
    print(times.joined(separator: " "), "missed", search.missed)
    fflush(nil)
  }
}

try run()
