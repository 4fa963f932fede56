// SPDX-License-Identifier: Apache-2.0
// The algorithm: how templates are read, compared and made one of.
//
// It needs no model and is deterministic, so tests can be exact. It is no
// biometric algorithm: two pictures of one person under different light differ.
// To make it yours, replace these functions; who calls them stays as it is.
#ifndef COMPARING_H
#define COMPARING_H

#include "grid-template.h"

#include <stdbool.h>

// Reads a payload, which is hostile. NULL where it is fine, otherwise what is wrong.
const char *read_template(imp_bytes bytes, uint32_t version, int8_t cells[CELLS], imp_status *status);

// Normalised correlation, -1...1; NAN where one has only zeros. In integers up to the last step, so that it
// is the same on every machine and in both orders.
float correlate(const int8_t a[CELLS], const int8_t b[CELLS]);

// Makes one of several: their sum, scaled so that the largest magnitude is 127. In integers, so that the
// order does not matter. False where one is not like the sum of all: then they are not of one person.
bool add_up(int8_t all[][CELLS], size_t count, int8_t fused[CELLS]);

#endif
