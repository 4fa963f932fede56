// SPDX-License-Identifier: Apache-2.0
// The file that is played: WAV, or samples without a head.
#ifndef IMPRINT_VIRTUAL_MICROPHONE_SOUND_H
#define IMPRINT_VIRTUAL_MICROPHONE_SOUND_H

#include <stdint.h>
#include <stddef.h>

#include <alsa/asoundlib.h>

enum { sound_channels_max = 32, sound_rate_min = 1000, sound_rate_max = 384000 };

typedef struct sound {
  int descriptor; // -1: none
  snd_pcm_format_t format;
  unsigned rate; // frames a second
  unsigned channels;
  size_t frame_bytes;
  uint64_t start;  // of the first frame in the file, bytes
  uint64_t frames; // whole ones
} sound;

// Opens a file. What is 0 (SND_PCM_FORMAT_UNKNOWN) in *sound is taken from a WAV file's head; what is not has
// to be the same there. A file without a head is S16_LE, mono, 48 kHz where nothing else is said. A negative
// errno after a word to SNDERR; then nothing stays open.
int sound_open(sound *sound, const char *path);
void sound_close(sound *sound);

// The frames from `first` on, `count` of them. After the end comes silence, or the beginning where it loops.
// What cannot be read is silence too: a file that was cut meanwhile, a disk that fails.
void sound_read(const sound *sound, uint64_t first, size_t count, int loops, void *frames);

#endif
