// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Groups by their ids.
enum GroupNames {
  /// Its name; its id where it has none.
  static func name(_ group: UInt32) -> String {
    lookUp(group) ?? "\(group)"
  }

  private static func lookUp(_ group: UInt32) -> String? {
    var record = Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    // Long enough for a group of a thousand members; a longer one is reported by its id.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { room in
      guard getgrgid_r(group, &record, room.baseAddress, room.count, &found) == 0, found != nil,
        let name = record.gr_name
      else { return nil }
      return String(cString: name)
    }
  }

  /// Whether this process is in a group now, and whether it would be after the user logs in again.
  static func membership(_ group: UInt32) -> (now: Bool, listed: Bool) {
    var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    let now = groups.prefix(max(0, Int(count))).contains(group) || getegid() == group
    return (now, now || isListed(group))
  }

  private static func isListed(_ group: UInt32) -> Bool {
    guard let user = getpwuid(getuid()) else { return false }
    var count: Int32 = 1024
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(user.pointee.pw_name, user.pointee.pw_gid, &groups, &count) >= 0 else { return false }
    return groups.prefix(Int(count)).contains(group)
  }
}
