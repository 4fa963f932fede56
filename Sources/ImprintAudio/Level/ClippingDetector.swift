// SPDX-License-Identifier: Apache-2.0

/// Detects clipping: several consecutive samples at full scale in one channel.
///
/// A single sample at full scale may be a legitimate peak; studio meters count three in a row as an overload,
/// and so does this. Digital gain after the converter can hide clipping below full scale, which is not
/// detected. Nor is it in resampled sound, where flat tops have become ringing: there the source reports it.
public struct ClippingDetector: Sendable {
  /// The count so far, over all channels.
  public struct Count: Sendable, Hashable {
    /// Runs of at least ``ClippingDetector/run`` samples at full scale.
    public var runs = 0
    /// Samples in them.
    public var samples = 0

    public init(runs: Int = 0, samples: Int = 0) {
      self.runs = runs
      self.samples = samples
    }
  }

  /// Full scale begins here: the largest positive sample of 16 bits, as negative full scale is one step
  /// farther away. Converters with more bits reach it too.
  public static let fullScale: Float = 32767.0 / 32768.0

  /// The minimum run length.
  public let run: Int
  public private(set) var count = Count()
  private var lengths: [Int]
  private var channel = 0

  /// - Parameters:
  ///   - channels: from 1.
  ///   - run: from 1; default 3.
  public init(channels: Int, run: Int = 3) {
    self.run = max(1, run)
    lengths = Array(repeating: 0, count: max(1, channels))
  }

  /// Processes interleaved samples; a run may continue from one call to the next.
  /// - Returns: the runs found in these.
  @discardableResult
  public mutating func add(_ samples: some Collection<Float>) -> Int {
    let before = count.runs
    for sample in samples {
      if sample.magnitude >= Self.fullScale {
        lengths[channel] += 1
        if lengths[channel] == run {
          count.runs += 1
          count.samples += run
        } else if lengths[channel] > run {
          count.samples += 1
        }
      } else {
        lengths[channel] = 0
      }
      channel = channel + 1 == lengths.count ? 0 : channel + 1
    }
    return count.runs - before
  }

  /// Processes a chunk and its source's clipping flag: if the flag is set but no run is visible, one run of
  /// minimum length is counted. There may have been more.
  /// - Returns: the runs found in these.
  @discardableResult
  public mutating func add(_ samples: some Collection<Float>, isClipped: Bool) -> Int {
    take(samples, isClipped: isClipped).runs
  }

  /// As ``add(_:isClipped:)``.
  /// - Returns: also whether only the source has detected clipping, so that its extent is unknown.
  mutating func take(
    _ samples: some Collection<Float>, isClipped: Bool
  ) -> (runs: Int, isHidden: Bool) {
    let before = count.samples
    let runs = add(samples)
    guard isClipped, count.samples == before else { return (runs, false) }
    count.runs += 1
    count.samples += run
    return (runs + 1, true)
  }
}
