// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintSpeech

@Suite struct SpeechGraphStoreTests {
  private let folder: TemporaryFolder
  private let store: SpeechGraphStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SpeechGraphStore(folder: folder.path + "/data/graphs")
  }

  private func graph(_ phrase: String = "turn on the light") throws -> SpeechGraph {
    try SpeechGraphBuilder(dictionary: SampleWords.dictionary()).graph(of: PhraseList([phrase])).graph
  }

  private func code(_ work: () async throws -> Void) async -> SpeechErrorCode? {
    do {
      try await work()
      return nil
    } catch { return (error as? SpeechError)?.code }
  }

  @Test func whatIsSavedIsOpenedByNameAndByPath() async throws {
    let graph = try graph()
    let path = try await store.save(graph, as: "lights")
    #expect(try store.open("lights") == graph && SpeechGraphStore.open(path: path) == graph)
    #expect(path == store.folder + "/lights.impg")
    // The file is the graph's bytes, which only its owner may read.
    #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == graph.bytes)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func aFolderThatIsNotThereHasNoGraphs() async throws {
    #expect(try store.contents().graphs.isEmpty)
    #expect(await code { _ = try store.open("lights") } == .unknownGraph)
    #expect(await code { try await store.remove("lights") } == .unknownGraph)
    // Looking makes nothing.
    #expect(!FileManager.default.fileExists(atPath: store.folder))
  }

  @Test func aGraphIsReplacedOnlyWhereThatIsMeant() async throws {
    _ = try await store.save(graph(), as: "lights")
    #expect(await code { _ = try await store.save(graph("stop"), as: "lights", replacing: false) } == .exists)
    #expect(try store.open("lights") == graph())
    #expect(await code { _ = try store.judge("lights", replacing: false) } == .exists)
    #expect(try store.judge("lights") && !store.judge("other", replacing: false))
    _ = try await store.save(graph("stop"), as: "lights")
    #expect(try store.open("lights") == graph("stop"))
  }

  @Test func graphsAreListedByNameBesideWhatIsNone() async throws {
    _ = try await store.save(graph("stop"), as: "b")
    _ = try await store.save(graph(), as: "a.1")
    let place = URL(filePath: store.folder)
    var damaged = try graph().bytes
    damaged[damaged.count - 9] ^= 1
    try Data(damaged).write(to: place.appending(path: "damaged.impg"))
    try Data("text".utf8).write(to: place.appending(path: "notes.txt"))
    try FileManager.default.createSymbolicLink(
      at: place.appending(path: "link.impg"), withDestinationURL: place.appending(path: "b.impg"))
    let contents = try store.contents()
    #expect(contents.graphs.map(\.name) == ["a.1", "b"] && contents.graphs.allSatisfy { $0.written > 0 })
    #expect(contents.graphs.last?.size == GraphSize(try graph("stop")))
    #expect(contents.problems.map(\.code) == [.damaged, .damaged, .damaged])
    #expect(await code { _ = try store.open("damaged") } == .damaged)
    // It can be removed all the same.
    try await store.remove("damaged")
    #expect(await code { _ = try store.open("damaged") } == .unknownGraph)
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "a/b", "../a", "a b", "a\0b", "ä", "a\n", String(repeating: "a", count: 65),
  ]) func aNameThatNoGraphCanHaveIsRefused(_ name: String) async throws {
    #expect(await code { _ = try await store.save(graph(), as: name) } == .badName)
    #expect(await code { _ = try store.judge(name) } == .badName)
    #expect(await code { _ = try store.open(name) } == .badName)
    #expect(await code { try await store.remove(name) } == .badName)
  }

  @Test func aFolderThatOthersMayEnterIsRefused() async throws {
    _ = try await store.save(graph(), as: "lights")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: store.folder)
    #expect(await code { _ = try store.open("lights") } == .unsafeFolder)
    #expect(await code { _ = try await store.save(graph(), as: "lights") } == .unsafeFolder)
  }

  @Test func aFileThatIsNoGraphIsRefused() async throws {
    let path = try folder.write("no graph".utf8, to: "a.impg")
    #expect(await code { _ = try SpeechGraphStore.open(path: path) } == .damaged)
    #expect(await code { _ = try SpeechGraphStore.open(path: folder.path) } == .damaged)
    #expect(await code { _ = try SpeechGraphStore.open(path: folder.path + "/no.impg") } == .missing)
    #expect(await code { _ = try SpeechGraphStore(folder: "graphs") } == .badOption)
  }

  @Test func whatAWriterThatDiedLeftBehindIsNoGraph() async throws {
    _ = try await store.save(graph(), as: "lights")
    try Data("half".utf8).write(to: URL(filePath: store.folder).appending(path: ".staging/0123"))
    #expect(try store.contents().graphs.map(\.name) == ["lights"] && store.contents().problems.isEmpty)
    _ = try await store.save(graph("stop"), as: "other")
    let left = try FileManager.default.contentsOfDirectory(atPath: store.folder + "/.staging")
    #expect(left.isEmpty)
  }

  @Test func manyWritersAtOnceLeaveAWholeGraph() async throws {
    let graphs = try [graph(), graph("stop"), graph("turn off the kitchen light")]
    try await withThrowingTaskGroup { group in
      for graph in graphs + graphs { group.addTask { _ = try await store.save(graph, as: "lights") } }
      try await group.waitForAll()
    }
    #expect(try graphs.contains(store.open("lights")))
  }
}
