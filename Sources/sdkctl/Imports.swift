// SPDX-License-Identifier: Apache-2.0

// What all commands need. Anything else is imported by a command's own file.
@_exported public import ArgumentParser
@_exported public import Imprint
@_exported public import ImprintAuthoring
@_exported public import ImprintCommandLine
