// SPDX-License-Identifier: Apache-2.0

/// What a plugin package may be at most: judged before anything is written.
public enum PackageLimit {
  /// Bytes of a whole package.
  public static let bytes = 4 << 30
  /// Files in a package.
  public static let files = 4096
}
