// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

// What an attempt asks.
extension LockoutStore {
  func show(_ attempt: LockoutAttempt) async throws(LockoutError) {
    try await kept().whileLocked { (root, staging) throws(LockoutError) in
      try shown(attempt, root, staging)
    }
  }

  func showBlocking(_ attempt: LockoutAttempt) throws(LockoutError) {
    try kept().whileLockedBlocking { (root, staging) throws(LockoutError) in
      try shown(attempt, root, staging)
    }
  }

  func end(_ attempt: LockoutAttempt, _ outcome: LockoutOutcome) async throws(LockoutError) -> LockoutStanding
  {
    try await kept().whileLocked { (root, staging) throws(LockoutError) in
      try ended(attempt, outcome, root, staging)
    }
  }

  func endBlocking(_ attempt: LockoutAttempt, _ outcome: LockoutOutcome) throws(LockoutError)
    -> LockoutStanding
  {
    try kept().whileLockedBlocking { (root, staging) throws(LockoutError) in
      try ended(attempt, outcome, root, staging)
    }
  }
}

// What is done under the lock.
extension LockoutStore {
  typealias Place = LockoutFiles.Place

  func begun(
    _ subject: LockoutSubject?, _ root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) -> LockoutAttempt {
    var records = try read(subject, root, staging)
    let refusals = records.change { $0.refusal(by: settings) }
    guard refusals.allSatisfy({ $0 == nil }) else {
      try write(records, root, staging)
      throw refusal(refusals, records.standing(by: settings))
    }
    let reservation = LockoutReservation(
      id: UInt64.random(in: .min ... .max), process: processes.current, begun: records.now.bootTime)
    _ = records.change { $0.reserve(reservation) }
    // Known before it is written, as a reservation of this process that is not known here is over.
    OpenAttempts.add(reservation.id)
    do throws(LockoutError) {
      try write(records, root, staging)
    } catch {
      OpenAttempts.remove(reservation.id)
      throw error
    }
    return LockoutAttempt(self, subject, reservation, records.standing(by: settings))
  }

  func looked(
    _ subject: LockoutSubject?, _ root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) -> LockoutStanding {
    var records = try read(subject, root, staging)
    _ = records.change { $0.refusal(by: settings) }
    try write(records, root, staging)
    return records.standing(by: settings)
  }

  func shown(
    _ attempt: LockoutAttempt, _ root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) {
    guard let reservation = attempt.reservation, !attempt.isEnded else { return }
    var records = try read(attempt.subject, root, staging)
    _ = records.change { $0.show(reservation) }
    try write(records, root, staging)
  }

  func ended(
    _ attempt: LockoutAttempt, _ outcome: LockoutOutcome, _ root: borrowing Place,
    _ staging: borrowing Place
  ) throws(LockoutError) -> LockoutStanding {
    var records = try read(attempt.subject, root, staging)
    guard let reservation = attempt.reservation, !attempt.isEnded else {
      return records.standing(by: settings)
    }
    for index in records.all.indices where !attempt.isSettled(records.all[index].holder) {
      records.all[index].state.end(reservation.id, outcome.effect, by: settings)
      try write(records.all[index], root, staging)
      // One of both may fail to be written; who tries again does not count twice.
      attempt.settle(records.all[index].holder)
    }
    attempt.finish()
    return records.standing(by: settings)
  }

  private func refusal(_ refusals: [LockoutState.Refusal?], _ standing: LockoutStanding) -> LockoutError {
    let subjectIsLast = standing.subject.map { $0.timeToUnlock > standing.device.timeToUnlock } ?? false
    if let time = standing.unlockTime {
      return .locked(
        subjectIsLast ? "the claimed subject" : "this device", until: time, in: standing.timeToUnlock)
    }
    return .taken(refusals.first.flatMap { $0 } == .taken ? "this device" : "the claimed subject")
  }
}

// Files.
extension LockoutStore {
  /// The records of an attempt, as they are now.
  private struct Records {
    struct Entry {
      let holder: LockoutHolder
      /// As in the file; `nil` where there is none.
      let old: LockoutState?
      var state: LockoutState
    }

    let now: LockoutMoment
    /// The device's first, then the subject's.
    var all: [Entry] = []

    /// Changes each of them.
    mutating func change<Value>(_ work: (inout LockoutState) -> Value) -> [Value] {
      all.indices.map { work(&all[$0].state) }
    }

    func standing(by settings: LockoutSettings) -> LockoutStanding {
      let parts = all.map { $0.state.standing(at: now, by: settings) }
      return LockoutStanding(device: parts.first ?? .off, subject: parts.count > 1 ? parts.last : nil)
    }
  }

  private func read(
    _ subject: LockoutSubject?, _ root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) -> Records {
    let own = processes.current
    var records = Records(now: clock.now())
    var holders = [LockoutHolder.device]
    if let subject { holders.append(try LockoutFiles.holder(of: subject, in: root, staging)) }
    for holder in holders {
      let old = try LockoutFiles.state(of: holder, in: root)
      var state = old ?? LockoutState(at: records.now, latest: records.all.first?.state.latest ?? 0)
      state.advance(to: records.now)
      state.settle(at: records.now, by: settings) { process(of: $0, own) }
      records.all.append(Records.Entry(holder: holder, old: old, state: state))
    }
    return records
  }

  /// What is known of the process that makes an attempt. Of this one's own attempts the process itself knows.
  private func process(of reservation: LockoutReservation, _ own: LockoutProcess) -> LockoutProcess.State {
    guard reservation.process == own else { return processes.state(of: reservation.process) }
    guard !OpenAttempts.contains(reservation.id) else { return .running }
    return own.isCertain ? .gone : .unknown
  }

  private func write(
    _ records: Records, _ root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) {
    for entry in records.all { try write(entry, root, staging) }
  }

  private func write(
    _ entry: Records.Entry, _ root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) {
    guard entry.old.map({ entry.state.differsInMoreThanTime(from: $0) }) ?? !entry.state.isBlank else {
      return
    }
    try LockoutFiles.put(entry.state, of: entry.holder, in: root, staging)
  }
}
