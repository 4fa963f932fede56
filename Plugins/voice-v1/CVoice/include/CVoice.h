// SPDX-License-Identifier: Apache-2.0
// Voices: where speech is in a sound, what the encoder and a comparison of words are given of it, and how
// alike two templates are (docs/proposals/0011-voice.md).
//
// Everything is computed in a fixed order, so that the same sound gives the same bits on every call. All
// functions may run on any thread, and erase what they worked on before they return.
#ifndef IMPRINT_VOICE_H
#define IMPRINT_VOICE_H

// All of the contract, because that is the module Swift knows its types by.
#include <imprint/imprint.h>

IMP_BEGIN_DECLS

#define IMP_VOICE_RATE 16000
#define IMP_VOICE_MOST_SAMPLES (60 * IMP_VOICE_RATE)
#define IMP_VOICE_BANDS 40
// What the encoder hears at once: 1.6 s, a frame each 10 ms.
#define IMP_VOICE_WINDOW_FRAMES 160
#define IMP_VOICE_MOST_WINDOWS 64

// ---- A sound -------------------------------------------------------------------

typedef struct imp_voice_sound imp_voice_sound;

// Finds speech by its energy, and computes the frames of what is speech. Null: no memory, or not 1...
// IMP_VOICE_MOST_SAMPLES samples, or one that is not finite. Takes 10 to 20 bytes a sample until it is
// destroyed.
imp_voice_sound *IMP_NULLABLE imp_voice_sound_create(const float *IMP_NONNULL samples, size_t count);

void imp_voice_sound_destroy(imp_voice_sound *IMP_NULLABLE sound);

// What was measured; all but `size` is set.
void imp_voice_sound_facts(const imp_voice_sound *IMP_NONNULL sound, imp_voice_facts *IMP_NONNULL facts);

// How many windows the encoder is given: 1...IMP_VOICE_MOST_WINDOWS; 0 without speech.
uint32_t imp_voice_sound_windows(const imp_voice_sound *IMP_NONNULL sound);

// Fills one of them: IMP_VOICE_WINDOW_FRAMES frames of IMP_VOICE_BANDS energies. Speech that is shorter than
// a window is repeated.
void imp_voice_sound_window(const imp_voice_sound *IMP_NONNULL sound, uint32_t index, float *IMP_NONNULL energies);

// ---- What was said -------------------------------------------------------------

// Features of words: a frame each 10 ms, of cepstral coefficients and their slopes.
#define IMP_VOICE_COEFFICIENTS 16
#define IMP_VOICE_FEATURES (2 * IMP_VOICE_COEFFICIENTS)
#define IMP_VOICE_LEAST_FRAMES 20
#define IMP_VOICE_MOST_FRAMES 500
#define IMP_VOICE_MOST_HEARD 1500 // with the pauses, which are left out

// Writes the features of the speech into room for IMP_VOICE_MOST_FRAMES frames: how many there are. 0 where
// they are not IMP_VOICE_LEAST_FRAMES...IMP_VOICE_MOST_FRAMES, or one of them never changes.
uint32_t imp_voice_sound_features(const imp_voice_sound *IMP_NONNULL sound, int8_t *IMP_NONNULL features);

// Whether bytes may be such features: those of no sound have another mean or deviation.
int imp_voice_are_features(const int8_t *IMP_NONNULL features, uint32_t frames);

// How unlike two sequences of frames are, by dynamic time warping: 0 for equal ones, and the same bits in
// either order. Infinite for lengths that are not IMP_VOICE_LEAST_FRAMES...IMP_VOICE_MOST_FRAMES, or of which
// one is more than twice the other.
float imp_voice_distance(const int8_t *IMP_NONNULL one, uint32_t frames, const int8_t *IMP_NONNULL other,
                         uint32_t other_frames);

// ---- Embeddings ----------------------------------------------------------------

#define IMP_VOICE_LENGTH 256

// Adds the direction of what the encoder has answered for a window. 0: it has none, or is not finite; the sum
// is untouched.
int imp_voice_add(const float *IMP_NONNULL answer, double *IMP_NONNULL sum);

// The direction of a sum, as a unit vector. 0: it has none.
int imp_voice_direction(const double *IMP_NONNULL sum, float *IMP_NONNULL unit);

// Whether it is a unit vector of numbers from 0, as all that the encoder answers are.
int imp_voice_is_unit(const float *IMP_NONNULL unit);

// The cosine of two unit vectors, 0...1, and the same bits in either order.
float imp_voice_cosine(const float *IMP_NONNULL one, const float *IMP_NONNULL other);

// Overwrites memory, which a compiler does not leave out.
void imp_voice_erase(void *IMP_NULLABLE memory, size_t bytes);

IMP_END_DECLS

#endif
