// SPDX-License-Identifier: Apache-2.0
#include "calsa_resampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Kaiser's rule: 96 zero crossings and 90 dB make a transition of 0.06 of the lower rate.
static const uint32_t crossings = 48; // to each side
static const double cutoff = 0.47;    // of the lower rate: the middle of the transition
static const double beta = 8.96;      // 90 dB
// Fractions of a frame for which there is a filter; between them it is interpolated, 100 dB down.
static const uint32_t phases_max = 1024;

struct calsa_resampler {
  uint32_t from, to; // without common factors
  uint32_t channels;
  uint32_t half;   // input frames to each side
  uint32_t phases; // filters, and one more
  float *filters;
  float *history; // input frames from `first` on
  size_t held, room;
  int64_t first; // of the input since the reset; before 0 comes silence
  uint64_t made; // output frames since the reset
};

static uint32_t common_factor(uint32_t a, uint32_t b) {
  while (b != 0) {
    const uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// The modified Bessel function of order 0, by its series.
static double bessel(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

static double filter_at(double place, double half, double band) {
  const double relative = place / half;
  if (relative <= -1 || relative >= 1) {
    return 0;
  }
  const double angle = 2 * M_PI * band * place;
  const double sinc = fabs(angle) < 1e-9 ? 1 : sin(angle) / angle;
  return 2 * band * sinc * bessel(beta * sqrt(1 - relative * relative));
}

static void make_filters(calsa_resampler *made) {
  const double band = cutoff * (made->to < made->from ? (double)made->to / made->from : 1);
  const uint32_t taps = 2 * made->half;
  for (uint32_t phase = 0; phase <= made->phases; phase++) {
    float *filter = made->filters + (size_t)phase * taps;
    double sum = 0;
    for (uint32_t tap = 0; tap < taps; tap++) {
      const double place = (double)tap - (made->half - 1) - (double)phase / made->phases;
      const double value = filter_at(place, made->half, band);
      filter[tap] = (float)value;
      sum += value;
    }
    // Each passes a constant as it is, or it would come out with a tone.
    for (uint32_t tap = 0; tap < taps; tap++) {
      filter[tap] = (float)(filter[tap] / sum);
    }
  }
}

calsa_resampler *calsa_resampler_make(uint32_t from, uint32_t to, uint32_t channels) {
  calsa_resampler *made = calloc(1, sizeof *made);
  if (made == NULL) {
    return NULL;
  }
  const uint32_t factor = common_factor(from, to);
  made->from = from / factor;
  made->to = to / factor;
  made->channels = channels;
  made->half = from > to ? (uint32_t)(((uint64_t)crossings * from + to - 1) / to) : crossings;
  made->phases = made->to <= phases_max ? made->to : phases_max;
  made->filters = malloc((size_t)(made->phases + 1) * 2 * made->half * sizeof(float));
  if (made->filters == NULL) {
    calsa_resampler_free(made);
    return NULL;
  }
  make_filters(made);
  calsa_resampler_reset(made);
  return made;
}

void calsa_resampler_free(calsa_resampler *resampler) {
  if (resampler != NULL) {
    free(resampler->filters);
    free(resampler->history);
    free(resampler);
  }
}

void calsa_resampler_reset(calsa_resampler *resampler) {
  resampler->held = 0;
  resampler->first = 0;
  resampler->made = 0;
}

uint32_t calsa_resampler_delay(const calsa_resampler *resampler) {
  return resampler->half;
}

static uint64_t put_in(const calsa_resampler *resampler) {
  return (uint64_t)resampler->first + resampler->held;
}

// Frame n stands at n × from / to, and is made of `half` frames after that moment.
uint64_t calsa_resampler_ready(const calsa_resampler *resampler, uint64_t more) {
  const uint64_t input = put_in(resampler) + more;
  if (input <= resampler->half) {
    return 0;
  }
  const uint64_t all = ((input - resampler->half) * resampler->to + resampler->from - 1) / resampler->from;
  return all > resampler->made ? all - resampler->made : 0;
}

uint64_t calsa_resampler_needs(const calsa_resampler *resampler, uint64_t frames) {
  if (frames == 0) {
    return 0;
  }
  const uint64_t last = (resampler->made + frames - 1) * resampler->from / resampler->to;
  const uint64_t input = last + resampler->half + 1;
  return input > put_in(resampler) ? input - put_in(resampler) : 0;
}

double calsa_resampler_lag(const calsa_resampler *resampler) {
  return (double)put_in(resampler) - (double)(resampler->made * resampler->from) / resampler->to;
}

int calsa_resampler_put(calsa_resampler *resampler, const float *samples, size_t frames) {
  if (frames == 0) {
    return 0; // there may be no history yet, and memcpy wants a place even for nothing
  }
  if (resampler->held + frames > resampler->room) {
    const size_t room = (resampler->held + frames) * 2;
    float *history = realloc(resampler->history, room * resampler->channels * sizeof(float));
    if (history == NULL) {
      return -1;
    }
    resampler->history = history;
    resampler->room = room;
  }
  memcpy(resampler->history + resampler->held * resampler->channels, samples,
         frames * resampler->channels * sizeof(float));
  resampler->held += frames;
  return 0;
}

static void make_frame(const calsa_resampler *resampler, float *sample) {
  const uint64_t place = resampler->made * resampler->from;
  const uint64_t fine = place % resampler->to * resampler->phases;
  const uint32_t taps = 2 * resampler->half;
  const float *filter = resampler->filters + (size_t)(fine / resampler->to) * taps;
  const float between = (float)(fine % resampler->to) / (float)resampler->to;
  // The first frame that the filter looks at, in the history; before the beginning there is silence.
  const int64_t start = (int64_t)(place / resampler->to) - (resampler->half - 1) - resampler->first;
  const uint32_t skipped = start < 0 ? (uint32_t)-start : 0;
  for (uint32_t channel = 0; channel < resampler->channels; channel++) {
    double sum = 0;
    const float *input = resampler->history + (start + (int64_t)skipped) * resampler->channels + channel;
    for (uint32_t tap = skipped; tap < taps; tap++) {
      // The filter after the last phase is the first of the next frame: it has one of its own, so taps stay.
      const float weight = filter[tap] + (filter[tap + taps] - filter[tap]) * between;
      sum += (double)weight * *input;
      input += resampler->channels;
    }
    sample[channel] = (float)sum;
  }
}

size_t calsa_resampler_take(calsa_resampler *resampler, float *samples, size_t frames) {
  const uint64_t ready = calsa_resampler_ready(resampler, 0);
  const size_t count = ready < frames ? (size_t)ready : frames;
  for (size_t i = 0; i < count; i++) {
    make_frame(resampler, samples + i * resampler->channels);
    resampler->made += 1;
  }
  // What lies before the next frame's filter is not looked at any more.
  const int64_t keep = (int64_t)(resampler->made * resampler->from / resampler->to) - (resampler->half - 1);
  if (keep > resampler->first) {
    const size_t gone = (size_t)(keep - resampler->first) < resampler->held
                            ? (size_t)(keep - resampler->first)
                            : resampler->held;
    memmove(resampler->history, resampler->history + gone * resampler->channels,
            (resampler->held - gone) * resampler->channels * sizeof(float));
    resampler->held -= gone;
    resampler->first += (int64_t)gone;
  }
  return count;
}
