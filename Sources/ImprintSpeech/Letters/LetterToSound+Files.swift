// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

extension LetterToSound {
  /// Reads a file that ``write(to:)`` has written.
  /// - Throws: ``SpeechError`` `missing`, `damaged` where it is no file of at most 64 MiB, `bad-letters`,
  ///   `newer`.
  /// - Complexity: O(bytes).
  public init(path: String) throws(SpeechError) {
    let bytes = try SpeechError.at(path) { () throws(FileProblem) in
      try RegularFile(path).bytes(upTo: LetterToSoundFile.mostBytes)
    }
    self = try LetterToSoundFile.decode(bytes, place: path)
  }

  /// Writes it to a file that all may read, atomically; its folder must exist. The same model gives the same
  /// bytes.
  /// - Throws: ``SpeechError`` `too-large` where it could not be read again, and what the system says.
  public func write(to path: String) throws(SpeechError) {
    let bytes = LetterToSoundFile.encode(self)
    try LetterToSoundFile.judge(nodes: tree.count, bytes: bytes.count, place: path)
    try Folder<SpeechError>.write(bytes, to: path, mode: 0o644, keepsMode: true)
  }
}
