// SPDX-License-Identifier: Apache-2.0
#include "sound.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { wav_pcm = 1, wav_float = 3, wav_extensible = 0xfffe };

static uint32_t le16(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static uint32_t le32(const uint8_t *bytes) {
  return le16(bytes) | le16(bytes + 2) << 16;
}

// All of `length`, or as much as there is.
static size_t read_at(int descriptor, uint64_t place, void *bytes, size_t length) {
  size_t done = 0;
  while (done < length) {
    const ssize_t n = pread(descriptor, (uint8_t *)bytes + done, length - done, (off_t)(place + done));
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      break;
    }
    done += (size_t)n;
  }
  return done;
}

static snd_pcm_format_t wav_format(uint32_t tag, uint32_t bits) {
  if (tag == wav_float) {
    return bits == 32 ? SND_PCM_FORMAT_FLOAT_LE : SND_PCM_FORMAT_UNKNOWN;
  }
  if (tag != wav_pcm) {
    return SND_PCM_FORMAT_UNKNOWN;
  }
  switch (bits) {
  case 8:
    return SND_PCM_FORMAT_U8;
  case 16:
    return SND_PCM_FORMAT_S16_LE;
  case 24:
    return SND_PCM_FORMAT_S24_3LE;
  case 32:
    return SND_PCM_FORMAT_S32_LE;
  default:
    return SND_PCM_FORMAT_UNKNOWN;
  }
}

// Fills *found from the chunks of a WAV file. 0: it is none; 1: it is; negative: it is one that cannot be
// played.
static int read_head(int descriptor, uint64_t length, sound *found, uint64_t *data_bytes) {
  uint8_t head[40];
  if (read_at(descriptor, 0, head, 12) < 12 || memcmp(head, "RIFF", 4) != 0 ||
      memcmp(head + 8, "WAVE", 4) != 0) {
    return 0;
  }
  int has_format = 0;
  // Each round goes at least 8 bytes on, so it ends.
  for (uint64_t place = 12; place + 8 <= length;) {
    uint8_t chunk[8];
    if (read_at(descriptor, place, chunk, sizeof chunk) < sizeof chunk) {
      break;
    }
    const uint64_t size = le32(chunk + 4);
    place += 8;
    if (memcmp(chunk, "fmt ", 4) == 0) {
      const size_t got = read_at(descriptor, place, head, size < sizeof head ? (size_t)size : sizeof head);
      if (got < 16) {
        return -EINVAL;
      }
      uint32_t tag = le16(head);
      if (tag == wav_extensible && got >= 26) {
        tag = le16(head + 24);
      }
      found->channels = le16(head + 2);
      found->rate = le32(head + 4);
      found->format = wav_format(tag, le16(head + 14));
      has_format = 1;
    } else if (memcmp(chunk, "data", 4) == 0) {
      found->start = place;
      // Programs that write to a pipe leave the size 0 or the largest there is.
      *data_bytes = size == 0 || place + size > length ? length - place : size;
      return has_format && found->format != SND_PCM_FORMAT_UNKNOWN ? 1 : -EINVAL;
    }
    place += size + (size & 1);
  }
  return -EINVAL;
}

// What was asked for goes where the file says nothing, and has to be what it says where it does.
static int agree(const char *path, sound *asked, const sound *found) {
  if ((asked->rate != 0 && asked->rate != found->rate) ||
      (asked->channels != 0 && asked->channels != found->channels) ||
      (asked->format != SND_PCM_FORMAT_UNKNOWN && asked->format != found->format)) {
    SNDERR("imprint: %s has %u Hz, %u channels, %s, and the options say otherwise", path, found->rate,
           found->channels, snd_pcm_format_name(found->format));
    return -EINVAL;
  }
  asked->rate = found->rate;
  asked->channels = found->channels;
  asked->format = found->format;
  asked->start = found->start;
  return 0;
}

static int measure(const char *path, sound *sound, uint64_t bytes) {
  if (sound->rate < sound_rate_min || sound->rate > sound_rate_max || sound->channels == 0 ||
      sound->channels > sound_channels_max) {
    SNDERR("imprint: %s: %u Hz and %u channels cannot be played", path, sound->rate, sound->channels);
    return -EINVAL;
  }
  const int bits = snd_pcm_format_physical_width(sound->format);
  if (bits <= 0 || bits % 8 != 0) {
    SNDERR("imprint: %s: samples of this format cannot be played", path);
    return -EINVAL;
  }
  sound->frame_bytes = (size_t)bits / 8 * sound->channels;
  sound->frames = bytes / sound->frame_bytes;
  if (sound->frames == 0) {
    SNDERR("imprint: %s: there is no sound in it", path);
    return -EINVAL;
  }
  return 0;
}

int sound_open(sound *asked, const char *path) {
  asked->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (asked->descriptor < 0) {
    const int error = errno;
    SNDERR("imprint: cannot open %s: %s", path, strerror(error));
    return -error;
  }
  struct stat status;
  sound found = {.descriptor = -1, .format = SND_PCM_FORMAT_UNKNOWN};
  uint64_t bytes = 0;
  int error = -EINVAL;
  if (fstat(asked->descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    SNDERR("imprint: %s is no file", path);
    goto fail;
  }
  const int is_wav = read_head(asked->descriptor, (uint64_t)status.st_size, &found, &bytes);
  if (is_wav < 0) {
    SNDERR("imprint: %s is a WAV file that is cut, or of a kind that cannot be played", path);
    goto fail;
  }
  if (is_wav == 0) {
    found = (sound){.format = asked->format == SND_PCM_FORMAT_UNKNOWN ? SND_PCM_FORMAT_S16_LE : asked->format,
                    .rate = asked->rate == 0 ? 48000 : asked->rate,
                    .channels = asked->channels == 0 ? 1 : asked->channels};
    bytes = (uint64_t)status.st_size;
  }
  error = agree(path, asked, &found);
  if (error == 0) {
    error = measure(path, asked, bytes);
  }
  if (error == 0) {
    return 0;
  }
fail:
  sound_close(asked);
  return error;
}

void sound_close(sound *sound) {
  if (sound->descriptor >= 0) {
    close(sound->descriptor);
  }
  sound->descriptor = -1;
}

void sound_read(const sound *sound, uint64_t first, size_t count, int loops, void *frames) {
  uint8_t *place = frames;
  while (count > 0) {
    const uint64_t at = loops ? first % sound->frames : first;
    const uint64_t left = at < sound->frames ? sound->frames - at : 0;
    const size_t taken = left < count ? (size_t)left : count;
    const size_t bytes = taken * sound->frame_bytes;
    const size_t got = read_at(sound->descriptor, sound->start + at * sound->frame_bytes, place, bytes);
    const size_t whole = got / sound->frame_bytes;
    snd_pcm_format_set_silence(sound->format, place + whole * sound->frame_bytes,
                               (unsigned)((taken - whole) * sound->channels));
    place += bytes;
    first += taken;
    count -= taken;
    if (taken == 0) {
      snd_pcm_format_set_silence(sound->format, place, (unsigned)(count * sound->channels));
      return;
    }
  }
}
