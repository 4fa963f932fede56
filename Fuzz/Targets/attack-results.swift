// SPDX-License-Identifier: Apache-2.0
import ImprintAttackEvaluation

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzAttackResults(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let file = try? AttackResultsFile(parsing: bytes, place: "results") else { return 0 }
  let evaluation = file.evaluation
  precondition(file.wholeBytes <= count && file.isCut == (file.wholeBytes < count))
  // What was read is written and read again.
  guard let header = try? AttackResultsFile.header(evaluation.runs[0]) else {
    preconditionFailure("a run that was read is not written")
  }
  let text = header + evaluation.results.map(AttackResultsFile.line).joined()
  guard let again = try? AttackResultsFile(parsing: Array(text.utf8), place: "results") else {
    preconditionFailure("what is written is not read")
  }
  precondition(again.evaluation.results == evaluation.results && again.evaluation.runs == evaluation.runs)
  // Whatever results say, they can be reported, and no name becomes markup.
  guard evaluation.results.count <= 32 else { return 0 }
  let report = AttackReport(evaluation, bootstrap: SubjectBootstrap(rounds: 40))
  precondition(!report.html.contains("<script") && !report.text.unicodeScalars.contains("\u{1B}"))
  guard
    (try? JSONValue(parsing: Array(report.json.text.utf8), limits: .init(bytes: 1 << 24, depth: 16))) != nil
  else { preconditionFailure("the report is no JSON") }
  return 0
}
