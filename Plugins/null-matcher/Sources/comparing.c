// SPDX-License-Identifier: Apache-2.0
#include "comparing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *read_template(imp_bytes bytes, uint32_t version, int8_t cells[CELLS], imp_status *status) {
  *status = IMP_E_TEMPLATE_VERSION;
  if (version != TEMPLATE_VERSION)
    return "the template's version is not 1; update the plugin";
  *status = IMP_E_TEMPLATE_DAMAGED;
  if (!bytes.data || bytes.length != TEMPLATE_BYTES)
    return "the template has a wrong length; enrol again";
  *status = IMP_E_TEMPLATE_FORMAT;
  if (memcmp(bytes.data + AT_MAGIC, template_magic, sizeof template_magic) != 0)
    return "the template is another algorithm's";
  *status = IMP_E_TEMPLATE_VERSION;
  if (bytes.data[AT_VERSION] != TEMPLATE_VERSION || bytes.data[AT_VERSION + 1] != 0)
    return "the payload's version is not 1; update the plugin";
  *status = IMP_E_TEMPLATE_DAMAGED;
  uint32_t crc = crc32_of(bytes.data + AT_CELLS, CELLS);
  bool same = bytes.data[AT_ZERO] == 0 && bytes.data[AT_ZERO + 1] == 0;
  for (int i = 0; i < 4; i++)
    same = same && bytes.data[AT_CRC + i] == (uint8_t)(crc >> (8 * i));
  if (!same)
    return "the template was changed since it was made; enrol again";
  memcpy(cells, bytes.data + AT_CELLS, CELLS);
  bool flat = true;
  for (int i = 0; i < CELLS; i++)
    flat = flat && cells[i] == 0;
  // A valid CRC proves nothing: whoever wrote the bytes could compute it.
  if (flat) // and so nothing of it is left
    return "the template is empty; enrol again";
  *status = IMP_OK;
  return NULL;
}

float correlate(const int8_t a[CELLS], const int8_t b[CELLS]) {
  int64_t ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < CELLS; i++) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  if (aa == 0 || bb == 0) // none that was read: see read_template
    return NAN;
  // At most (256 * 128 * 128)^2 < 2^53: exact as a double.
  double value = (double)ab / sqrt((double)(aa * bb));
  return (float)fmax(-1.0, fmin(1.0, value));
}

bool add_up(int8_t all[][CELLS], size_t count, int8_t fused[CELLS]) {
  int32_t sums[CELLS] = {0}, largest = 0;
  for (size_t i = 0; i < count; i++)
    for (int cell = 0; cell < CELLS; cell++)
      sums[cell] += all[i][cell];
  bool agree = true;
  for (size_t i = 0; i < count; i++) {
    int64_t likeness = 0;
    for (int cell = 0; cell < CELLS; cell++)
      likeness += all[i][cell] * sums[cell];
    agree = agree && likeness > 0;
  }
  for (int cell = 0; cell < CELLS; cell++)
    largest = abs(sums[cell]) > largest ? abs(sums[cell]) : largest;
  for (int cell = 0; agree && cell < CELLS; cell++)
    fused[cell] = (int8_t)(sums[cell] * 127 / largest);
  forget(sums, sizeof sums);
  return agree;
}
