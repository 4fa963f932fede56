// SPDX-License-Identifier: Apache-2.0
// Energies in bands of the mel scale, as the encoder was trained with: Slaney's scale, triangles of equal
// area, and no logarithm.
#include "steps.h"

#include <math.h>
#include <string.h>

#define LENGTH 400 // 25 ms
#define BINS (LENGTH / 2 + 1)
#define HIGHEST 8000.0
#define TURN 6.283185307179586

typedef struct number {
  double re, im;
} number;

static number times(number a, number b) {
  return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// What is the same for all frames.
typedef struct tables {
  double window[LENGTH];
  number turns[LENGTH]; // the roots of unity
  double weights[IMP_VOICE_BANDS][BINS];
  int first[IMP_VOICE_BANDS], end[IMP_VOICE_BANDS];
} tables;

static double frequency(double mel) { return mel < 15 ? 200 * mel / 3 : 1000 * exp(log(6.4) / 27 * (mel - 15)); }

static void make_tables(tables *made) {
  for (int i = 0; i < LENGTH; i++) {
    const double angle = TURN * i / LENGTH;
    made->window[i] = 0.5 - 0.5 * cos(angle);
    made->turns[i] = (number){cos(angle), -sin(angle)};
  }
  double edges[IMP_VOICE_BANDS + 2];
  const double highest = 15 + log(HIGHEST / 1000) * 27 / log(6.4);
  for (int i = 0; i < IMP_VOICE_BANDS + 2; i++) {
    edges[i] = frequency(highest * i / (IMP_VOICE_BANDS + 1));
  }
  for (int band = 0; band < IMP_VOICE_BANDS; band++) {
    const double low = edges[band], middle = edges[band + 1], high = edges[band + 2];
    made->first[band] = BINS;
    made->end[band] = 0;
    for (int bin = 0; bin < BINS; bin++) {
      const double at = bin * (double)IMP_VOICE_RATE / LENGTH;
      const double weight = fmin((at - low) / (middle - low), (high - at) / (high - middle));
      made->weights[band][bin] = fmax(0, weight) * 2 / (high - low);
      if (weight > 0) {
        made->first[band] = bin < made->first[band] ? bin : made->first[band];
        made->end[band] = bin + 1;
      }
    }
  }
}

// The transform of `count` numbers that lie `step` apart; 400 is 4 * 4 * 5 * 5.
static void transform(const number *in, int step, int count, number *out, const number *turns) {
  if (count == 1) {
    out[0] = in[0];
    return;
  }
  const int factor = count % 5 == 0 ? 5 : 4, part = count / factor;
  for (int i = 0; i < factor; i++) {
    transform(in + (size_t)i * (size_t)step, step * factor, part, out + (size_t)i * (size_t)part, turns);
  }
  for (int k = 0; k < part; k++) {
    number parts[5];
    for (int i = 0; i < factor; i++) {
      parts[i] = times(out[i * part + k], turns[i * k * (LENGTH / count)]);
    }
    for (int j = 0; j < factor; j++) {
      number sum = parts[0];
      for (int i = 1; i < factor; i++) {
        const number turned = times(parts[i], turns[i * j % factor * (LENGTH / factor)]);
        sum.re += turned.re;
        sum.im += turned.im;
      }
      out[j * part + k] = sum;
    }
  }
}

void voice_energies(const float *samples, size_t count, uint32_t frames, float *energies) {
  tables tables;
  make_tables(&tables);
  number frame[LENGTH], spectrum[LENGTH];
  double power[BINS];
  for (uint32_t at = 0; at < frames; at++) {
    for (int i = 0; i < LENGTH; i++) {
      // The middle of a frame lies on the first sample of its block.
      const int64_t place = (int64_t)at * VOICE_BLOCK + i - LENGTH / 2;
      const double sample = place >= 0 && (uint64_t)place < count ? samples[place] : 0;
      frame[i] = (number){sample * tables.window[i], 0};
    }
    transform(frame, 1, LENGTH, spectrum, tables.turns);
    for (int bin = 0; bin < BINS; bin++) {
      power[bin] = spectrum[bin].re * spectrum[bin].re + spectrum[bin].im * spectrum[bin].im;
    }
    for (int band = 0; band < IMP_VOICE_BANDS; band++) {
      double sum = 0;
      for (int bin = tables.first[band]; bin < tables.end[band]; bin++) {
        sum += power[bin] * tables.weights[band][bin];
      }
      energies[(size_t)at * IMP_VOICE_BANDS + (size_t)band] = (float)sum;
    }
  }
  imp_voice_erase(frame, sizeof frame);
  imp_voice_erase(spectrum, sizeof spectrum);
  imp_voice_erase(power, sizeof power);
}
