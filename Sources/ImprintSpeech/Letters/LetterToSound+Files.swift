// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

extension LetterToSound {
  /// Reads a file that ``write(to:)`` has written.
  /// - Throws: ``SpeechError`` `missing`, `damaged` where it is no file of at most 64 MiB, `bad-letters`,
  ///   `newer`.
  /// - Complexity: O(bytes): 0.2 s for the 3.5 MB that CMUdict gives.
  public init(path: String) throws(SpeechError) {
    let bytes = try SpeechError.at(path) { () throws(FileProblem) in
      try RegularFile(path).bytes(upTo: LetterToSoundFile.mostBytes)
    }
    self = try LetterToSoundFile.decode(bytes, place: path)
  }

  /// Writes it to a file that all may read, atomically; its folder must exist. The same model gives the same
  /// bytes.
  /// - Throws: What the system says.
  public func write(to path: String) throws(SpeechError) {
    try Folder<SpeechError>.write(LetterToSoundFile.encode(self), to: path, mode: 0o644, keepsMode: true)
  }
}
