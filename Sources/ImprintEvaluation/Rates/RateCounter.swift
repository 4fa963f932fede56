// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import ImprintModel

/// Counts errors of one set of comparisons, each rate with its interval: people are drawn again, the same
/// ones for every rate.
struct RateCounter {
  /// Of one person.
  typealias Trial = (subject: UInt32, isError: Bool)

  let bootstrap: SubjectBootstrap
  /// Impostor comparisons, the most alike first: those above a threshold are the first ones.
  private let impostor: [ComparisonRecord]
  private let genuine: [ComparisonRecord]
  let draws: [[UInt8]]
  /// By round: how many comparisons it has.
  private let impostorsOfRound: [Double]
  private let genuineOfRound: [Double]
  /// People with a genuine comparison, and people with an impostor comparison.
  private let people: (genuine: Int, impostor: Int)

  /// - Parameter templatesOfSubject: where all were compared with all; `nil` for listed pairs.
  init(
    genuine: [ComparisonRecord], impostor: [ComparisonRecord], subjects: Int, templatesOfSubject: [Int]?,
    _ bootstrap: SubjectBootstrap
  ) {
    self.init(
      genuine: genuine, impostor: impostor.sorted { $0.similarity > $1.similarity }, templatesOfSubject,
      draws: bootstrap.draws(subjects: subjects), bootstrap)
  }

  private init(
    genuine: [ComparisonRecord], impostor: [ComparisonRecord], _ templatesOfSubject: [Int]?,
    draws: [[UInt8]], _ bootstrap: SubjectBootstrap
  ) {
    self.genuine = genuine
    self.impostor = impostor
    self.draws = draws
    self.bootstrap = bootstrap
    let genuineTally = Tally(genuine)
    genuineOfRound = draws.map(genuineTally.weight)
    if let templatesOfSubject {
      impostorsOfRound = draws.map {
        SubjectBootstrap.impostorPairs(templatesOfSubject, $0.map { Double($0) })
      }
      people = (genuineTally.people, templatesOfSubject.count { $0 > 0 })
    } else {
      let tally = Tally(impostor)
      impostorsOfRound = draws.map(tally.weight)
      people = (genuineTally.people, tally.people)
    }
  }

  /// The same of some people only: comparisons among them.
  func among(_ isMember: [Bool], templatesOfSubject: [Int]?) -> RateCounter {
    func isInside(_ record: ComparisonRecord) -> Bool {
      isMember[Int(record.probe)] && isMember[Int(record.reference)]
    }
    return RateCounter(
      genuine: genuine.filter(isInside), impostor: impostor.filter(isInside),
      templatesOfSubject.map { zip($0, isMember).map { $1 ? $0 : 0 } }, draws: draws, bootstrap)
  }

  /// FMR with that similarity as threshold.
  func falseMatch(above threshold: Float) -> ComparisonRate {
    var (low, high) = (0, impostor.count)
    while low < high {
      let middle = (low + high) / 2
      if impostor[middle].similarity > threshold { low = middle + 1 } else { high = middle }
    }
    return rate(
      impostor[..<low], of: impostor.count, by: impostorsOfRound, independent: people.impostor / 2)
  }

  /// FNMR with that similarity as threshold.
  func falseNonMatch(above threshold: Float) -> ComparisonRate {
    rate(
      genuine.filter { $0.similarity <= threshold }[...], of: genuine.count, by: genuineOfRound,
      independent: people.genuine)
  }

  private func rate(
    _ errors: ArraySlice<ComparisonRecord>, of trials: Int, by totals: [Double], independent: Int
  ) -> ComparisonRate {
    let counts = ErrorRate(errors: errors.count, trials: trials)
    guard counts.errors > 0, counts.errors < trials else {
      return ComparisonRate(counts, independent: independent, drawn: nil)
    }
    let tally = Tally(errors)
    let values = zip(draws, totals).compactMap { draw, total in
      total > 0 ? tally.weight(draw) / total : nil
    }
    return ComparisonRate(counts, independent: independent, drawn: bootstrap.middle(of: values))
  }

  /// The rate of something that belongs to one person each, such as searches.
  func rate(_ trials: [Trial]) -> ComparisonRate {
    var tallies: [UInt32: (errors: Int, trials: Int)] = [:]
    for trial in trials {
      tallies[trial.subject, default: (0, 0)].trials += 1
      if trial.isError { tallies[trial.subject, default: (0, 0)].errors += 1 }
    }
    let ordered = tallies.sorted { $0.key < $1.key }
    let counts = ErrorRate(
      errors: ordered.reduce(0) { $0 + $1.value.errors }, trials: ordered.reduce(0) { $0 + $1.value.trials })
    guard counts.errors > 0, counts.errors < counts.trials else {
      return ComparisonRate(counts, independent: tallies.count, drawn: nil)
    }
    let values = draws.compactMap { draw -> Double? in
      var (errors, trials) = (0, 0)
      for (subject, tally) in ordered {
        let copies = Int(draw[Int(subject)])
        errors += copies * tally.errors
        trials += copies * tally.trials
      }
      return trials > 0 ? Double(errors) / Double(trials) : nil
    }
    return ComparisonRate(counts, independent: tallies.count, drawn: bootstrap.middle(of: values))
  }
}

/// How many comparisons there are of each pair of people.
private struct Tally {
  private struct Entry {
    let probe: UInt32
    let reference: UInt32
    var count: Int
  }

  private var entries: [Entry] = []
  /// Different people.
  private(set) var people = 0

  init(_ records: some Sequence<ComparisonRecord>) {
    let keys = records.map { record in
      UInt64(min(record.probe, record.reference)) << 32 | UInt64(max(record.probe, record.reference))
    }.sorted()
    var seen: Set<UInt32> = []
    var last: UInt64?
    for key in keys {
      if key == last {
        entries[entries.count - 1].count += 1
      } else {
        let entry = Entry(
          probe: UInt32(truncatingIfNeeded: key >> 32), reference: UInt32(truncatingIfNeeded: key), count: 1)
        entries.append(entry)
        seen.insert(entry.probe)
        seen.insert(entry.reference)
        last = key
      }
    }
    people = seen.count
  }

  /// The comparisons of a round: a genuine one counts once for each copy of its person, an impostor one once
  /// for each pair of copies.
  func weight(_ copies: [UInt8]) -> Double {
    copies.withUnsafeBufferPointer { copies in
      var sum = 0
      for entry in entries {
        let probe = Int(copies[Int(entry.probe)])
        let other = entry.probe == entry.reference ? 1 : Int(copies[Int(entry.reference)])
        sum += entry.count * probe * other
      }
      return Double(sum)
    }
  }
}
