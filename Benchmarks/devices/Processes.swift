// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// What this process and its workers take.
extension DeviceBench {
  /// The processor's time of this process, in nanoseconds.
  public static func ownTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The same of what this process has started and what that has; in ticks of 10 ms, as it is told no finer
  /// while they live.
  public static func workersTime() -> Double {
    descendants(of: "self").reduce(0) { sum, process in
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")")
      else { return sum }
      let fields = text[text.index(after: end)...].split(separator: " ")
      let ticks = (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)
      return sum + ticks * 1e9 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  /// What is resident of this process and of its workers, in KiB. A page that they share counts in each.
  public static func residentMemory() -> Int {
    (["self"] + descendants(of: "self")).reduce(0) { sum, process in
      let text = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)) ?? ""
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return sum + pages * (sysconf(Int32(_SC_PAGESIZE)) >> 10)
    }
  }

  private static func descendants(of parent: String) -> [String] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? []
    return threads.flatMap { thread -> [String] in
      let path = "/proc/\(parent)/task/\(thread)/children"
      let children = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ") ?? []
      return children.flatMap { [String($0)] + descendants(of: String($0)) }
    }
  }
}
