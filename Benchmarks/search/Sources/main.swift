// SPDX-License-Identifier: Apache-2.0
// What a search of many costs: the plugin's kernel alone, a prepared gallery in this process and in a worker,
// and whole identifications, with thresholds, scores and names.
//
//     Search <stage> <imprint-worker> <libembedding.so> <libread.so> <templates>
//
// Templates are random unit vectors of 128 floats, F6's, and the same packed as F5's. Prints "ready", and for
// each line that it reads one line of times in ns, as `Search.kinds` names them. All kinds of one algorithm
// must find the same.
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

/// What is compiled of F5's: packing an embedding, unpacking a payload, and making an entry of its numbers.
typealias Pack = @convention(c) (UnsafePointer<Float>, UInt8, UnsafeMutablePointer<UInt8>) -> Int32
typealias Convert = @convention(c) (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void

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

func discovered(_ id: String, _ arguments: [String]) throws -> (PluginCatalog, FoundPlugin) {
  let catalog = PluginCatalog.discover(
    PluginSearchPath(roots: [PluginRoot(path: arguments[1], origin: .explicit)]))
  guard let found = catalog.plugin(withID: id) else { throw Failure.plugin }
  return (catalog, found)
}

func open(_ id: String, _ isolation: Isolation, _ arguments: [String]) throws -> OpenPlugin {
  let (catalog, found) = try discovered(id, arguments)
  var policy = WorkerPolicy()
  policy.program = arguments[2]
  let runtime = PluginRuntime(
    catalog: catalog, trust: .standard(named: "\(arguments[1])/etc/imprint/trust.yaml"),
    entitlements: EverythingGranted(), logger: ImprintConfiguration().logger, hostName: "bench",
    hostVersion: "1.0.0", isolation: PluginIsolation(isolation), workers: policy)
  return try runtime.openBlocking(found)
}

/// One of our matchers, and how its templates are named.
struct Algorithm {
  static let f6 = Algorithm(id: "dev.imprint.face-f6", format: "imprint.face-f6")
  static let f5 = Algorithm(id: "dev.imprint.face-f5", format: "imprint.face-f5")

  let id: String
  let format: String

  func template(_ payload: [UInt8]) throws -> Template {
    let maker = TemplateMaker(id: id, version: SemanticVersion(major: 1, minor: 0, patch: 0))
    guard let format = TemplateFormat(algorithm: format, version: 1),
      let template = Template(
        format: format, modality: .face, site: .face, quality: nil, maker: maker, samples: 1,
        payload: payload)
    else { throw Failure.template }
    return template
  }
}

/// F5's templates, and its kernel over as much plain memory.
struct Packed {
  private static let payloadBytes = 116
  private static let vectorBytes = 128 + 2 * MemoryLayout<Int32>.size
  private static let entryBytes = 96

  private let pack: Pack
  private let unpack: Convert
  private let entry: Convert
  private let cosines: Cosines
  private let memory: UnsafeMutablePointer<UInt8>

  init(_ library: String, count: Int) throws {
    pack = try symbol("imp_packed_make", of: library, Pack.self)
    unpack = try symbol("imp_packed_unpack", of: library, Convert.self)
    entry = try symbol("imp_packed_entry_make", of: library, Convert.self)
    cosines = try symbol("imp_packed_cosines", of: library, Cosines.self)
    memory = .allocate(capacity: count * Self.entryBytes)
    memory.initialize(repeating: 0, count: count * Self.entryBytes)
  }

  func payload(_ vector: [UInt8]) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: Self.payloadBytes)
    let values = stride(from: 0, to: bytes, by: MemoryLayout<Float>.size).map { at in
      vector.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Float.self) }
    }
    _ = pack(values, 255, &payload)
    return payload
  }

  private func unpacked(_ payload: [UInt8]) -> [UInt8] {
    var vector = [UInt8](repeating: 0, count: Self.vectorBytes)
    unpack(payload, &vector)
    return vector
  }

  func keep(_ payload: [UInt8], at index: Int) {
    entry(unpacked(payload), memory + index * Self.entryBytes)
  }

  /// The kernel alone.
  func compare(_ payload: [UInt8], into results: UnsafeMutablePointer<Float>, count: Int) -> Int64 {
    let vector = unpacked(payload)
    return spent { cosines(vector, memory, count, results) }
  }
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
    "packed-kernel", "packed", "packed-2",
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
  private let packed: Packed
  private let packedMatcher: TemplateMatcher
  private let packedGallery: LiveGallery<Int>
  private var vectors = Vectors()
  /// Of the exact best, how many the candidates did not name.
  private(set) var missed = 0

  init(_ arguments: [String], count: Int) throws {
    cosines = try symbol("imp_embedding_cosines", of: arguments[3], Cosines.self)
    read = try symbol("read_memory", of: arguments[4], Read.self)
    let plugin = try open(Algorithm.f6.id, .inProcess, arguments)
    prepared = [
      try PreparedGallery(plugin), try PreparedGallery(open(Algorithm.f6.id, .process, arguments)),
    ]
    matcher = TemplateMatcher(
      try Matcher(plugin), manifest: try discovered(Algorithm.f6.id, arguments).1.manifest)
    packed = try Packed(arguments[3], count: count)
    packedMatcher = TemplateMatcher(
      try Matcher(open(Algorithm.f5.id, .inProcess, arguments)),
      manifest: try discovered(Algorithm.f5.id, arguments).1.manifest)
    packedGallery = try LiveGallery(for: packedMatcher)
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
      var short: [(id: Int, template: Template)] = []
      for index in part {
        let vector = vectors.next()
        UnsafeMutableRawBufferPointer(rebasing: memory[index * bytes..<(index + 1) * bytes]).copyBytes(
          from: vector)
        templates.append(vector)
        references.append((index, try Algorithm.f6.template(vector)))
        let payload = packed.payload(vector)
        packed.keep(payload, at: index)
        short.append((index, try Algorithm.f5.template(payload)))
      }
      try packedGallery.addBlocking(short)
      for gallery in prepared { _ = try gallery.add(templates, groups: part.map { UInt32($0) }) }
      try exact.addBlocking(references)
      try candidates.addBlocking(references)
      all += references
    }
    once = Gallery(all, for: matcher)
  }

  /// One of each kind, in turn.
  mutating func round() throws -> [Int64] {
    let vector = vectors.next()
    let probe = TemplatePayload(bytes: vector, version: 1)
    let candidate = try Algorithm.f6.template(vector)
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
    return try times + packedRound(packed.payload(vector), into: results)
  }

  private func packedRound(
    _ probe: [UInt8], into results: UnsafeMutablePointer<Float>
  ) throws -> [Int64] {
    var times = [packed.compare(probe, into: results, count: similarities.count)]
    let best = (0..<similarities.count).max { similarities[$0] < similarities[$1] }
    let candidate = try Algorithm.f5.template(probe)
    var found: [[Found]] = []
    for threads in [1, 2] {
      var result: Identification<Int>?
      times.append(
        try spent {
          result = try packedMatcher.identifyBlocking(
            candidates: [candidate], in: packedGallery, threads: threads)
        })
      found.append((result?.candidates ?? []).map { Found(id: $0.id, similarity: $0.similarity) })
    }
    guard found[0].count == wanted, found[0] == found[1], found[0].first?.id == best,
      found[0].first.map({ $0.similarity == similarities[$0.id] }) == true
    else { throw Failure.differs("packed") }
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
