// SPDX-License-Identifier: Apache-2.0

/// The maximum length of sound read from a file. Checked against the header before memory is allocated.
public struct AudioFileLimit: Sendable, Hashable {
  /// Samples of all channels, at least 1.
  public let samples: Int

  public init(samples: Int) { self.samples = max(1, samples) }

  /// 128 Mi samples: 46 minutes of stereo at 48,000 frames a second; 512 MiB where a sample has 4 bytes.
  public static let standard = AudioFileLimit(samples: 128 << 20)

  /// The largest file that is read: 1 GiB.
  static let fileBytes = 1 << 30
}
