// SPDX-License-Identifier: Apache-2.0

/// The resources that a worker may use, and cause its host to use.
public struct WorkerLimits: Sendable, Hashable {
  /// Writable memory in bytes, including threads' stacks; default 4 GiB. 0: no limit.
  ///
  /// The kernel refuses more. Memory that this limit does not count is checked ten times a second while the
  /// worker is busy, and an excess ends it: memory made read-only after being written to, and page tables.
  public var memoryBytes: UInt64 = 4 << 30
  /// Address space in bytes; default 64 GiB, whose page tables take at most 128 MiB. 0: no limit. The bundled
  /// neural networks map 0.8 GiB on 2 processors, with 8 threads; each further thread may reserve 72 MiB.
  public var addressSpaceBytes: UInt64 = 64 << 30
  /// Concurrent threads, including those that run calls; default 512. 0: no limit.
  public var threads: UInt64 = 512
  /// CPU time over its whole life, in seconds; default 0: no limit. A worker lives as long as its
  /// plugin.
  public var processorSeconds: UInt64 = 0
  /// Open file descriptors; default 512. 0: no limit.
  public var descriptors: UInt64 = 512
  /// Concurrent calls; a further one waits. Default 64, at least 1. A cancel never waits.
  public var calls = 64
  /// Memory of the host for the models that the plugin has requested, in bytes; default 4 GiB. 0: no
  /// limit. A model beyond it is refused, and not read.
  public var lentBytes: UInt64 = 4 << 30
  /// Log output per second in the host's log, in bytes, plus 64 per line; default 64 KiB. 0: no limit. The
  /// excess is omitted, and its amount reported.
  public var logBytesPerSecond = 64 << 10

  public init() {}
}
