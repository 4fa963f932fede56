// SPDX-License-Identifier: Apache-2.0

/// The limits of a plugin package, enforced before anything is written.
public enum PackageLimit {
  /// Bytes of a whole package.
  public static let bytes = 4 << 30
  /// Files in a package.
  public static let files = 4096
  /// Bytes of a signature, a conformance result, or one file below `licenses/`.
  public static let textBytes = 4 << 20
  /// Bytes of a path in a package; at most 100 in its last component, and 155 before it.
  public static let pathBytes = 256
}
