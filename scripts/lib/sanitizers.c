// SPDX-License-Identifier: Apache-2.0
// Linked into every program that scripts/test-deep builds with a sanitizer, whose runtime asks for these as the program starts. Variables
// such as ASAN_OPTIONS would not reach the programs that tests give an environment of their own.

// Foundation's Process, which tests use, leaks a reference each time, and lazy globals count as leaks.
const char *__asan_default_options(void) { return "detect_leaks=0"; }

const char *__tsan_default_options(void) { return "suppressions=" SUPPRESSIONS; }
