// SPDX-License-Identifier: Apache-2.0
@testable import ImprintPackage

/// The bytes as a package, with the checksum of every block set right that could be a header: it would keep
/// every mutated header from being read.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzPackage(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var bytes = Array(UnsafeBufferPointer(start: data, count: count))
  read(bytes)
  for block in stride(from: 0, to: bytes.count - 511, by: 512)
  where bytes[block + 257..<block + 262].elementsEqual("ustar".utf8) {
    let sum = (block..<block + 512).reduce(0) {
      $0 + (block + 148..<block + 156 ~= $1 ? 32 : Int(bytes[$1]))
    }
    let digits = String(sum, radix: 8)
    let text = String(repeating: "0", count: 6 - digits.utf8.count) + digits + "\0 "
    bytes.replaceSubrange(block + 148..<block + 156, with: text.utf8)
  }
  read(bytes)
  return 0
}

private func read(_ bytes: [UInt8]) {
  guard let package = try? PluginPackage.read(bytes, place: "package") else { return }
  // What is accepted is exactly what its files make, written again.
  var again: [UInt8] = []
  for file in package.files {
    guard let header = ArchiveHeader(path: file.path, bytes: file.bytes).encoded() else {
      preconditionFailure("a header that was read cannot be written")
    }
    again += header
    do throws(PackageError) {
      try package.content(of: file) { again += $0 }
    } catch {
      preconditionFailure("a file that was read cannot be read again")
    }
    again += [UInt8](repeating: 0, count: ArchiveHeader.blocks(of: file.bytes) - file.bytes)
  }
  precondition(again + [UInt8](repeating: 0, count: 1024) == bytes)
}
