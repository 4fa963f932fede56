// SPDX-License-Identifier: Apache-2.0
#include "CVoice.h"

#include <math.h>

static double squared(const double *values) {
  double sum = 0;
  for (int i = 0; i < IMP_VOICE_LENGTH; i++) {
    sum += values[i] * values[i];
  }
  return sum;
}

int imp_voice_add(const float *answer, double *sum) {
  double values[IMP_VOICE_LENGTH];
  for (int i = 0; i < IMP_VOICE_LENGTH; i++) {
    values[i] = answer[i];
  }
  const double square = squared(values);
  // False for NaN too.
  const int has_direction = square > 1e-12 && square < 1e12;
  for (int i = 0; has_direction && i < IMP_VOICE_LENGTH; i++) {
    sum[i] += values[i] / sqrt(square);
  }
  imp_voice_erase(values, sizeof values);
  return has_direction;
}

int imp_voice_direction(const double *sum, float *unit) {
  const double square = squared(sum);
  if (!(square > 1e-12 && square < 1e12)) {
    return 0;
  }
  for (int i = 0; i < IMP_VOICE_LENGTH; i++) {
    unit[i] = (float)(sum[i] / sqrt(square));
  }
  return 1;
}

static double product(const float *one, const float *other) {
  double sum = 0;
  for (int i = 0; i < IMP_VOICE_LENGTH; i++) {
    sum += (double)one[i] * other[i];
  }
  return sum;
}

int imp_voice_is_unit(const float *unit) {
  for (int i = 0; i < IMP_VOICE_LENGTH; i++) {
    if (!(unit[i] >= 0)) {
      return 0;
    }
  }
  return fabs(product(unit, unit) - 1) < 1e-5;
}

float imp_voice_cosine(const float *one, const float *other) {
  return (float)fmax(0, fmin(1, product(one, other)));
}
