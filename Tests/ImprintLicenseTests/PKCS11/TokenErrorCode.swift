// SPDX-License-Identifier: Apache-2.0
import ImprintLicenseAuthority
import Testing

/// The code of the token error that work ends with; nil, and an issue, where it ends otherwise.
func code<Result>(of work: () throws -> Result) -> TokenError.Code? {
  do {
    let result = try work()
    Issue.record("no error, but \(result)")
  } catch let error as TokenError {
    return error.code
  } catch {
    Issue.record("another error: \(error)")
  }
  return nil
}
