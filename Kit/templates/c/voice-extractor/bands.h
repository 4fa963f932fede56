// SPDX-License-Identifier: Apache-2.0
// What is heard of a voice: mean and spread of its level in each of 16 bands. For C and C++.
#ifndef BANDS_H
#define BANDS_H

#include <imprint/imprint.h>

#include "identity.h"

#include <math.h>
#include <string.h>

#define RATE 16000

// A template: magic, then the mean level of each band, less the
// mean of all, then the standard deviation of each band's level. Signed bytes
// of eighths: 8 is twice the energy.
#define BANDS 16
#define AT_MEANS 4
#define AT_SPREADS (AT_MEANS + BANDS)
IMP_STATIC_ASSERT(TEMPLATE_BYTES == AT_SPREADS + BANDS, "identity.h and plugin.yaml say another length");

static const uint8_t magic[AT_MEANS] = TEMPLATE_MAGIC;

// A band has 500 Hz: pieces of 2 ms tell no more apart. A frame, 32 ms, is loud or quiet as a whole.
#define PIECE 32
#define FRAME 512

// A frame's energy, where it is just loud enough: a 256th of full scale.
#define LOUD_ENOUGH ((int64_t)128 * 128 * FRAME)

// What was heard of a voice. It tells as much as the template.
typedef struct voice {
  int64_t sums[BANDS], squares[BANDS]; // of the levels of all frames that are loud enough
  int64_t frames, energy;
} voice;

// 256 times the cosine, 64 steps a turn.
static const int16_t cosine[64] = {
    256,  255,  251,  245,  237,  226,  213,  198,  181,  162,  142,  121,  98,  74,  50,  25,
    0,    -25,  -50,  -74,  -98,  -121, -142, -162, -181, -198, -213, -226, -237, -245, -251, -255,
    -256, -255, -251, -245, -237, -226, -213, -198, -181, -162, -142, -121, -98, -74, -50, -25,
    0,    25,   50,   74,   98,   121,  142,  162,  181,  198,  213,  226,  237, 245, 251, 255,
};

// A sample as an integer, -32768...32768; what lies beyond full scale is clipped. A product with a power
// of two is exact, and all that follows is in integers: the same on every machine.
static inline int32_t whole(float sample) {
  float within = sample < -1 ? -1 : sample > 1 ? 1 : sample;
  return (int32_t)(within * 32768);
}

// The energy of a frame at the centre of a band, 250 Hz and each 500 Hz above: piece by piece, since a
// voice keeps no phase for longer.
static inline int64_t energy_in(uint32_t band, const int32_t frame[FRAME]) {
  int64_t energy = 0;
  for (uint32_t piece = 0; piece < FRAME; piece += PIECE) {
    int64_t along = 0, across = 0;
    for (uint32_t i = 0; i < PIECE; i++) {
      uint32_t turn = (2 * band + 1) * i;
      along += frame[piece + i] * cosine[turn % 64];
      across += frame[piece + i] * cosine[(turn + 48) % 64]; // the sine
    }
    energy += along * along + across * across; // less than 2^62
  }
  return energy;
}

// 64 times the logarithm to base 2, and a constant; between two powers of two a straight line.
static inline int64_t level(int64_t energy) {
  int64_t level = 0;
  // 64 more, so that silence has one, too.
  for (energy += 64; energy >= 128; energy /= 2)
    level += 64;
  return level + energy;
}

static inline void hear_frame(const float samples[FRAME], voice *voice) {
  int32_t frame[FRAME], mean = 0;
  for (int i = 0; i < FRAME; i++) {
    frame[i] = whole(samples[i]);
    mean += frame[i];
  }
  mean /= FRAME; // the microphone's, and no sound
  int64_t energy = 0;
  for (int i = 0; i < FRAME; i++) {
    frame[i] -= mean;
    energy += (int64_t)frame[i] * frame[i];
  }
  if (energy < LOUD_ENOUGH)
    return;
  voice->frames++;
  voice->energy += energy; // less than 2^39 a frame
  for (uint32_t band = 0; band < BANDS; band++) {
    int64_t now = level(energy_in(band, frame));
    voice->sums[band] += now;
    voice->squares[band] += now * now;
  }
}

// How many samples are at full scale.
static inline size_t count_clipped(const float *samples, size_t count) {
  size_t clipped = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t sample = whole(samples[i]);
    clipped += sample >= 32767 || sample <= -32767;
  }
  return clipped;
}

// Processes all of the sound. What is left after the last whole frame is left out.
static inline void hear(const float *samples, size_t count, voice *voice) {
  for (size_t at = 0; count - at >= FRAME; at += FRAME)
    hear_frame(samples + at, voice);
}

// How much was loud enough, in milliseconds.
static inline int heard_ms(const voice *voice) {
  return (int)(voice->frames * FRAME * 1000 / RATE);
}

// What an application is told of a sound: how much of it is speech, how loud that is, and how much is cut
// off. Noise is not measured. `clipped` of `count` samples are at full scale.
static inline void write_facts(const voice *voice, size_t clipped, size_t count, imp_voice_facts *facts) {
  memset(facts, 0, sizeof *facts);
  facts->size = sizeof *facts;
  facts->known = IMP_VOICE_SPEECH | IMP_VOICE_CLIPPED;
  facts->speech_ms = (uint32_t)heard_ms(voice);
  facts->clipped = (float)((double)clipped / (double)count);
  if (voice->frames == 0)
    return; // what is not there has no level
  double square = (double)voice->energy / ((double)voice->frames * FRAME) / (32768.0 * 32768.0);
  facts->known |= IMP_VOICE_LEVEL;
  facts->level_db = (float)(10 * log10(2 * square)); // 0 dBFS is a sine of full scale, whose square is 1/2
}

// 64ths as eighths, in a signed byte.
static inline uint8_t eighths(int64_t value) {
  value /= 8;
  return (uint8_t)(value < -127 ? -127 : value > 127 ? 127 : value);
}

static inline void write_template(const voice *voice, uint8_t *out) {
  int64_t frames = voice->frames, all = 0;
  for (int band = 0; band < BANDS; band++)
    all += voice->sums[band];
  memcpy(out, magic, sizeof magic);
  for (int band = 0; band < BANDS; band++) {
    int64_t sum = voice->sums[band], square = frames * voice->squares[band] - sum * sum;
    // How loud all of it is says nothing of whose voice it is.
    out[AT_MEANS + band] = eighths(sum / frames - all / (frames * BANDS));
    // Below 2^24, and every machine has the nearest root of it.
    out[AT_SPREADS + band] = eighths((int64_t)sqrt((double)(square / (frames * frames))));
  }
}

#endif
