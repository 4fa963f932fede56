// SPDX-License-Identifier: Apache-2.0

/// The limits of messages. What is beyond them is refused before memory is allocated for it.
public enum CallLimit {
  /// The longest body: 1 GiB, the largest image that is worked with and room to spare.
  public static let bodyBytes = 1 << 30
  /// The alignment of bulk, as the contract promises for models.
  public static let bulkAlignment = 64
  /// Of everything else.
  public static let alignment = 8
  /// Words that a plugin reports; longer ones are cut, as the contract says.
  static let words = 1024
  /// Names: of models, run-time libraries, abilities, features.
  static let name = 255
  /// The most room for results that is asked of the other side: no frame is longer.
  static let resultBytes = 256 << 20
  /// Entries of one list: devices, their modes and settings; there are never as many.
  static let entries = 1024
  /// Faces of one list, and their landmarks: 64 faces of a mesh, with room to spare.
  static let faces = 1024
  static let landmarks = 1 << 20
  /// The most features of one entitlement, and abilities of one descriptor.
  static let features = 256
  static let abilities: UInt32 = 256
  /// The parameters of a library of many, and the bytes of one that is a text.
  static let parameters: UInt32 = 64
  static let parameterText = 1024
  /// A gallery beyond this travels in several calls.
  static let galleryBytes = 64 << 20
  static let galleryTemplates = galleryBytes / 8
}
