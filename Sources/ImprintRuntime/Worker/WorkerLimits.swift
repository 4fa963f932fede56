// SPDX-License-Identifier: Apache-2.0

/// What a worker may use, and what it may have its host use.
public struct WorkerLimits: Sendable, Hashable {
  /// Memory that its code can write to, in bytes, threads' stacks among it; default 4 GiB. 0: no limit.
  ///
  /// The kernel refuses more. What it has beyond, by ways that the kernel does not count, is looked at ten
  /// times a second while the worker works, and ends it: memory that was written to and made read-only since,
  /// and page tables.
  public var memoryBytes: UInt64 = 4 << 30
  /// Addresses that anything may be mapped at, in bytes; default 64 GiB, of which the kernel's tables take at
  /// most 128 MiB. 0: no limit. The bundled networks map 0.8 GiB on 2 processors, with 8 threads; each
  /// further thread may reserve 72 MiB.
  public var addressSpaceBytes: UInt64 = 64 << 30
  /// Threads at once, those that calls run on among them; default 512. 0: no limit.
  public var threads: UInt64 = 512
  /// Processor time over its whole life, in seconds; default 0: no limit. A worker lives as long as its
  /// plugin.
  public var processorSeconds: UInt64 = 0
  /// Descriptors open at once; default 512. 0: no limit.
  public var descriptors: UInt64 = 512
  /// Calls under way at once; a further one waits. Default 64, at least 1. A cancel never waits, whatever it
  /// is of.
  public var calls = 64
  /// Memory of the host that holds the models which the plugin has asked for, in bytes; default 4 GiB. 0: no
  /// limit. A model beyond it is refused, and not read.
  public var lentBytes: UInt64 = 4 << 30
  /// Lines that come into the host's log in one second, in bytes, each with 64 bytes on top; default 64 KiB.
  /// 0: no limit. What is beyond is left out, and how much that was is told.
  public var logBytesPerSecond = 64 << 10

  public init() {}
}
