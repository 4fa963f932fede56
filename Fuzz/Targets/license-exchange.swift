// SPDX-License-Identifier: Apache-2.0
@testable import ImprintLicense

/// What a server reads of a device, and a device of a server.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzLicenseExchange(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  if let request = try? LicenseRequest(parsing: bytes) {
    let document = request.document
    // What was read is written, and read the same, if escapes do not make it longer than a request may be.
    if document.count <= LicenseRequest.maximumBytes {
      precondition((try? LicenseRequest(parsing: document)) == request)
    }
  }
  for endpoint in LicenseEndpoint.allCases { judge(status: 200, bytes, endpoint) }
  for code in LicenseProblemCode.allCases { judge(status: code.status, bytes, .renew) }
  return 0
}

private func judge(status: Int, _ body: [UInt8], _ endpoint: LicenseEndpoint) {
  switch LicenseReply(LicenseServerAnswer(status: status, body: body), to: endpoint, place: "server") {
  case .license(let document): precondition(status == 200 && endpoint != .deactivate && !document.isEmpty)
  case .deactivated: precondition(status == 200 && endpoint == .deactivate)
  case .revoked(let document, let error):
    precondition(status == 403 && !document.isEmpty && !error.reason.isEmpty)
  case .refused(let error): precondition(!error.reason.isEmpty && !error.remedy.isEmpty)
  }
}
