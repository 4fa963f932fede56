// SPDX-License-Identifier: Apache-2.0

/// The card's tree of files, and which of them are current.
struct CardFiles {
  private struct Node {
    let id: UInt16
    let parent: Int
    let kind: Kind
  }

  private enum Kind {
    case folder(name: [UInt8]?)
    case elementary(Int, shortID: UInt8?)
  }

  /// A transparent file.
  struct Elementary {
    var bytes: [UInt8]
    let read: VirtualCard.Access
    let update: VirtualCard.Access
  }

  enum Choice {
    case all, folders, elementary
  }

  /// The master file is the first, and its own parent.
  private var nodes: [Node] = []
  private var elementary: [Elementary] = []
  private(set) var currentFolder = 0
  private var currentFile: Int?

  init(_ files: [VirtualCard.File]) {
    nodes.append(Node(id: 0x3F00, parent: 0, kind: .folder(name: nil)))
    add(files, below: 0)
  }

  private mutating func add(_ files: [VirtualCard.File], below parent: Int) {
    for file in files {
      switch file.content {
      case .bytes(let bytes, let shortID, let read, let update):
        elementary.append(Elementary(bytes: bytes, read: read, update: update))
        nodes.append(
          Node(id: file.id, parent: parent, kind: .elementary(elementary.count - 1, shortID: shortID)))
      case .folder(let files, let name):
        nodes.append(Node(id: file.id, parent: parent, kind: .folder(name: name)))
        add(files, below: nodes.count - 1)
      }
    }
  }

  // MARK: Selecting (ISO/IEC 7816-4:2020, 11.2.2)

  mutating func selectMaster() { select(0) }

  private mutating func select(_ node: Int) {
    if case .folder = nodes[node].kind {
      currentFolder = node
      currentFile = nil
    } else {
      currentFolder = nodes[node].parent
      currentFile = node
    }
  }

  /// By file id: directly below the current folder, then the folder itself, its parent, and its siblings. No
  /// id, and 3F00, are the master file.
  mutating func select(id: [UInt8], among choice: Choice = .all) throws(StatusWord) {
    guard id.count == 2 || id.isEmpty && choice == .all else { throw .wrongLength }
    let wanted = id.isEmpty ? 0x3F00 : UInt16(id[0]) << 8 | UInt16(id[1])
    if wanted == 0x3F00, choice == .all { return select(0) }
    if let child = child(wanted, of: currentFolder, among: choice) { return select(child) }
    if choice == .all {
      let parent = nodes[currentFolder].parent
      if let near = [currentFolder, parent].first(where: { nodes[$0].id == wanted }) { return select(near) }
      if let sibling = child(wanted, of: parent, among: .folders) { return select(sibling) }
    }
    throw .notFound
  }

  mutating func selectParent(_ data: [UInt8]) throws(StatusWord) {
    guard data.isEmpty else { throw .wrongLength }
    select(nodes[currentFolder].parent)
  }

  /// By an application's full or partial name. `occurrence`: 0 the first, 1 the last, 2 the next, 3 the one
  /// before.
  mutating func select(name: [UInt8], occurrence: UInt8) throws(StatusWord) {
    guard (1...16).contains(name.count) else { throw .wrongLength }
    let found = nodes.indices.filter { self.name(of: $0)?.starts(with: name) == true }
    let chosen: Int?
    switch occurrence {
    case 0: chosen = found.first
    case 1: chosen = found.last
    case 2: chosen = found.first { $0 > currentFolder }
    default: chosen = found.last { $0 < currentFolder }
    }
    guard let chosen else { throw .notFound }
    select(chosen)
  }

  mutating func select(path: [UInt8], fromMaster: Bool) throws(StatusWord) {
    guard !path.isEmpty, path.count % 2 == 0 else { throw .wrongLength }
    var node = fromMaster ? 0 : currentFolder
    for index in stride(from: 0, to: path.count, by: 2) {
      let id = UInt16(path[index]) << 8 | UInt16(path[index + 1])
      guard let next = child(id, of: node, among: .all) else { throw .notFound }
      node = next
    }
    select(node)
  }

  mutating func select(shortID: UInt8) throws(StatusWord) {
    let found = nodes.indices.first { index in
      guard index != 0, nodes[index].parent == currentFolder else { return false }
      guard case .elementary(_, let own) = nodes[index].kind else { return false }
      return own != nil && own == shortID
    }
    guard let found else { throw .notFound }
    select(found)
  }

  private func child(_ id: UInt16, of folder: Int, among choice: Choice) -> Int? {
    nodes.indices.first { index in
      guard index != 0, nodes[index].parent == folder, nodes[index].id == id else { return false }
      switch (choice, nodes[index].kind) {
      case (.all, _), (.folders, .folder), (.elementary, .elementary): return true
      default: return false
      }
    }
  }

  private func name(of node: Int) -> [UInt8]? {
    guard case .folder(let name) = nodes[node].kind else { return nil }
    return name
  }

  // MARK: What is current

  func currentElementary() throws(StatusWord) -> Elementary {
    guard let currentFile, case .elementary(let index, _) = nodes[currentFile].kind else {
      throw .noCurrentFile
    }
    return elementary[index]
  }

  /// Writes into the current file; the caller has checked that it fits.
  mutating func write(_ data: [UInt8], at offset: Int) {
    guard let currentFile, case .elementary(let index, _) = nodes[currentFile].kind else { return }
    elementary[index].bytes.replaceSubrange(offset..<offset + data.count, with: data)
  }

  func content(at path: [UInt16]) -> [UInt8]? {
    var node = 0
    for id in path {
      guard let next = child(id, of: node, among: .all) else { return nil }
      node = next
    }
    guard case .elementary(let index, _) = nodes[node].kind else { return nil }
    return elementary[index].bytes
  }

  /// 7.4.3, table 12: size (80), descriptor (82), id (83), name (84), short id (88), life cycle (8A:
  /// operational).
  var controlParameters: [UInt8] {
    let node = nodes[currentFile ?? currentFolder]
    let id = TLV.object(0x83, [UInt8(node.id >> 8), UInt8(node.id & 0xFF)])
    let operational = TLV.object(0x8A, [0x05])
    switch node.kind {
    case .folder(let name):
      return TLV.object(0x82, [0x38]) + id + (name.map { TLV.object(0x84, $0) } ?? []) + operational
    case .elementary(let index, let shortID):
      let count = elementary[index].bytes.count
      let size = count > 0xFFFF ? [UInt8(truncatingIfNeeded: count >> 16)] : []
      return TLV.object(0x80, size + [UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)])
        + TLV.object(0x82, [0x01]) + id + TLV.object(0x88, shortID.map { [$0 << 3] } ?? []) + operational
    }
  }

  /// 7.4.3: management data of an application; here only its name.
  var managementData: [UInt8] { name(of: currentFolder).map { TLV.object(0x84, $0) } ?? [] }
}
