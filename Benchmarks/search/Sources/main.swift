// SPDX-License-Identifier: Apache-2.0
// What a search of a prepared gallery costs, in this process and in a worker, beside the same kernel over as
// much memory, called directly.
//
//     Search <stage> <imprint-worker> <libembedding.so> <templates> <rounds>
//
// Templates are random unit vectors of 128 floats. Prints "ready", then the medians in ns, one a line:
// `kernel`, `in-process`, `process`. Rounds are interleaved. Both isolations must find the same.
import Glibc
import Imprint

/// The search is measured, not the licence.
struct EverythingGranted: EntitlementProvider {
  func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
}

enum Failure: Error { case usage, plugin, kernel, differs }

typealias Cosines =
  @convention(c) (
    UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Float>
  ) -> Void

let length = 128
let bytes = length * MemoryLayout<Float>.size

func median(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }

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

func open(_ isolation: Isolation, _ arguments: [String]) throws -> OpenPlugin {
  let catalog = PluginCatalog.discover(
    PluginSearchPath(roots: [PluginRoot(path: arguments[1], origin: .explicit)]))
  guard let found = catalog.plugin(withID: "dev.imprint.face-f6") else { throw Failure.plugin }
  var policy = WorkerPolicy()
  policy.program = arguments[2]
  let runtime = PluginRuntime(
    catalog: catalog, trust: .standard(named: "\(arguments[1])/etc/imprint/trust.yaml"),
    entitlements: EverythingGranted(), logger: ImprintConfiguration().logger, hostName: "bench",
    hostVersion: "1.0.0", isolation: PluginIsolation(isolation), workers: policy)
  return try runtime.openBlocking(found)
}

struct Found: Hashable {
  let group: UInt32
  let similarity: Float
}

func run() throws {
  let arguments = CommandLine.arguments
  guard arguments.count == 6, let count = Int(arguments[4]), let rounds = Int(arguments[5]) else {
    throw Failure.usage
  }
  guard let library = dlopen(arguments[3], RTLD_NOW), let symbol = dlsym(library, "imp_embedding_cosines")
  else { throw Failure.kernel }
  let cosines = unsafeBitCast(symbol, to: Cosines.self)
  let galleries = try [Isolation.inProcess, .process].map { try PreparedGallery(open($0, arguments)) }
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count * bytes, alignment: 4096)
  var vectors = Vectors()
  for first in stride(from: 0, to: count, by: 10_000) {
    let part = first..<min(first + 10_000, count)
    var templates = GalleryBuffer(version: 1)
    for index in part {
      let vector = vectors.next()
      UnsafeMutableRawBufferPointer(rebasing: memory[index * bytes..<(index + 1) * bytes]).copyBytes(
        from: vector)
      templates.append(vector)
    }
    for gallery in galleries { _ = try gallery.add(templates, groups: part.map { UInt32($0) }) }
  }
  let similarities = UnsafeMutablePointer<Float>.allocate(capacity: count)
  similarities.initialize(repeating: 0, count: count)
  guard let references = memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { throw Failure.usage }
  print("ready")
  var times: [[Int64]] = [[], [], []]
  for turn in 0...rounds {
    let probe = vectors.next()
    var found: [[PreparedGallery.Hit]] = []
    let round = [
      spent { cosines(probe, references, count, similarities) },
      try spent {
        found.append(try galleries[0].search(TemplatePayload(bytes: probe, version: 1), most: 10))
      },
      try spent {
        found.append(try galleries[1].search(TemplatePayload(bytes: probe, version: 1), most: 10))
      },
    ]
    let best = (0..<count).max { similarities[$0] < similarities[$1] }
    // A hit's place is of its own gallery.
    let hits = found.map { $0.map { Found(group: $0.group, similarity: $0.similarity) } }
    guard hits[0] == hits[1], hits[0].count == 10, hits[0].first?.group == best.map({ UInt32($0) }) else {
      throw Failure.differs
    }
    // The first round warms up and does not count.
    if turn > 0 { for (kind, time) in round.enumerated() { times[kind].append(time) } }
  }
  for (name, values) in zip(["kernel", "in-process", "process"], times) { print(name, median(values)) }
}

try run()
