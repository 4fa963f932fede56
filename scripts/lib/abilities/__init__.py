# SPDX-License-Identifier: Apache-2.0
"""What each ability is beyond its C header, and the Swift that follows from it; for
scripts/generate-abilities.

`keyed` reads YAML with the line of each key, `header` what clang says of a header, `function` and `describe`
judge the one by the other, `ledger` keeps the numbers that calls ever had, and `swift_*` write. `statuses`
writes what follows of status.h.
"""
