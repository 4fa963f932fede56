// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Lets this process have so many bytes more, and ends it where it wants others: for exit tests.
func limitMemory(more bytes: Int) throws {
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  guard pages.count > 5, let data = Int(pages[5]) else { exit(90) }
  let most = rlim_t(data * sysconf(Int32(_SC_PAGESIZE)) + bytes)
  var limit = rlimit(rlim_cur: most, rlim_max: most)
  guard setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else { exit(91) }
}
