// SPDX-License-Identifier: Apache-2.0
// `pcm.NAME { type imprint file FILE ... }`: the file, at the pace of a microphone.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>

#include "options.h"
#include "switch.h"

typedef struct microphone {
  snd_pcm_ioplug_t io;
  sound sound;
  world world;
  int loops;
  char *mute_switch; // or null
  int timer;
  int is_running;
  int resumes;
  int was_suspended;
  uint64_t origin;             // the world's frame that is frame 0 since the last start
  snd_pcm_uframes_t heard;     // frames since then, the last time somebody asked
  snd_pcm_uframes_t avail_min; // what poll waits for
  uint8_t *scratch;            // one buffer of interleaved frames
  size_t scratch_frames;
} microphone;

// The fault that has come at a frame of the world, as a state; RUNNING for none.
static snd_pcm_state_t fault_at(const microphone *mic, uint64_t frame) {
  if (mic->world.unplug_after != 0 && frame >= mic->world.unplug_after) {
    return SND_PCM_STATE_DISCONNECTED;
  }
  if (mic->world.suspend_after != 0 && !mic->was_suspended && frame >= mic->world.suspend_after) {
    return SND_PCM_STATE_SUSPENDED;
  }
  return SND_PCM_STATE_RUNNING;
}

// Sets the timer to the moment when poll shall wake up: enough frames, or a fault. Without a moment to wait
// for it is left as it is.
static void arm(microphone *mic) {
  struct itimerspec when = {{0, 0}, {0, 1}}; // 1 ns after boot: at once
  if (mic->is_running) {
    const uint64_t wanted = mic->io.appl_ptr + mic->avail_min;
    uint64_t frame = mic->origin + wanted;
    const uint64_t faults[] = {mic->world.unplug_after, mic->was_suspended ? 0 : mic->world.suspend_after};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
      if (faults[i] != 0 && faults[i] < frame) {
        frame = faults[i];
      }
    }
    const uint64_t time = world_time_ns(&mic->world, frame);
    when.it_value.tv_sec = (time_t)(time / 1000000000);
    when.it_value.tv_nsec = (long)(time % 1000000000);
    if (time == UINT64_MAX) {
      when = (struct itimerspec){{0, 0}, {0, 0}};
    }
  }
  timerfd_settime(mic->timer, TFD_TIMER_ABSTIME, &when, NULL);
}

static int start(snd_pcm_ioplug_t *io) {
  microphone *mic = io->private_data;
  const uint64_t now = world_now_ns();
  if (mic->world.began_ns == 0) {
    mic->world.began_ns = now;
  }
  mic->origin = world_frames(&mic->world, now);
  mic->heard = 0;
  mic->is_running = 1;
  arm(mic);
  return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
  microphone *mic = io->private_data;
  mic->is_running = 0;
  return 0;
}

static int prepare(snd_pcm_ioplug_t *io) {
  microphone *mic = io->private_data;
  // As the kernel answers for a card.
  if (io->state == SND_PCM_STATE_RUNNING) {
    return -EBUSY;
  }
  mic->is_running = 0;
  mic->heard = 0;
  return 0;
}

static int resume(snd_pcm_ioplug_t *io) {
  microphone *mic = io->private_data;
  mic->was_suspended = 1;
  if (mic->resumes) {
    mic->origin = world_frames(&mic->world, world_now_ns()) - mic->heard;
    mic->is_running = 1;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
    arm(mic);
    return 0;
  }
  // As cards that cannot resume: they have to be prepared again.
  snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SETUP);
  return 0;
}

// Frames since the start. Never wraps: the boundary is years away.
static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  microphone *mic = io->private_data;
  if (!mic->is_running) {
    return (snd_pcm_sframes_t)mic->heard;
  }
  const uint64_t frame = world_frames(&mic->world, world_now_ns());
  const snd_pcm_state_t fault = fault_at(mic, frame);
  if (fault != SND_PCM_STATE_RUNNING) {
    // Told by the state: a negative answer would be an overrun.
    mic->is_running = 0;
    snd_pcm_ioplug_set_state(io, fault);
    return (snd_pcm_sframes_t)mic->heard;
  }
  mic->heard = frame > mic->origin ? (snd_pcm_uframes_t)(frame - mic->origin) : 0;
  if (mic->heard - io->appl_ptr > io->buffer_size) {
    mic->is_running = 0;
    return -EPIPE;
  }
  return (snd_pcm_sframes_t)mic->heard;
}

// Which frames is said by the application's pointer alone: with mmap a frame is asked for more than once.
static snd_pcm_sframes_t transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
                                  snd_pcm_uframes_t offset, snd_pcm_uframes_t count) {
  microphone *mic = io->private_data;
  if (count > mic->scratch_frames) {
    count = mic->scratch_frames;
  }
  if (mic->mute_switch != NULL && switch_is_off(mic->mute_switch)) {
    const int error = snd_pcm_areas_silence(areas, offset, io->channels, count, io->format);
    return error < 0 ? error : (snd_pcm_sframes_t)count;
  }
  sound_read(&mic->sound, mic->origin + io->appl_ptr, count, mic->loops, mic->scratch);
  const size_t sample = mic->sound.frame_bytes / mic->sound.channels;
  for (unsigned channel = 0; channel < io->channels; channel++) {
    const snd_pcm_channel_area_t *area = areas + channel;
    uint8_t *to = (uint8_t *)area->addr + (area->first + offset * area->step) / 8;
    const uint8_t *from = mic->scratch + channel * sample;
    for (snd_pcm_uframes_t i = 0; i < count; i++) {
      memcpy(to, from, sample);
      to += area->step / 8;
      from += mic->sound.frame_bytes;
    }
  }
  return (snd_pcm_sframes_t)count;
}

static int set_hardware(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *parameters) {
  (void)parameters;
  microphone *mic = io->private_data;
  uint8_t *scratch = realloc(mic->scratch, io->buffer_size * mic->sound.frame_bytes);
  if (scratch == NULL) {
    return -ENOMEM;
  }
  mic->scratch = scratch;
  mic->scratch_frames = io->buffer_size;
  mic->avail_min = io->period_size;
  return 0;
}

static int set_software(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *parameters) {
  microphone *mic = io->private_data;
  return snd_pcm_sw_params_get_avail_min(parameters, &mic->avail_min);
}

static int poll_descriptors(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned space) {
  microphone *mic = io->private_data;
  if (space < 1) {
    return 0;
  }
  arm(mic);
  descriptors[0] = (struct pollfd){.fd = mic->timer, .events = POLLIN};
  return 1;
}

static int poll_descriptors_count(snd_pcm_ioplug_t *io) {
  (void)io;
  return 1;
}

static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned count,
                        unsigned short *events) {
  microphone *mic = io->private_data;
  *events = 0;
  if (count != 1 || descriptors[0].revents == 0) {
    return 0;
  }
  const uint64_t frame = mic->is_running ? world_frames(&mic->world, world_now_ns()) : 0;
  if (!mic->is_running || fault_at(mic, frame) != SND_PCM_STATE_RUNNING) {
    *events = POLLIN | POLLERR;
  } else if (frame >= mic->origin + io->appl_ptr + mic->avail_min) {
    *events = POLLIN;
  } else {
    // Programs that keep their descriptors poll again without asking for them.
    arm(mic);
  }
  return 0;
}

static void release(microphone *mic) {
  sound_close(&mic->sound);
  if (mic->timer >= 0) {
    close(mic->timer);
  }
  free(mic->mute_switch);
  free(mic->scratch);
  free(mic);
}

static int close_microphone(snd_pcm_ioplug_t *io) {
  release(io->private_data);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start,
    .stop = stop,
    .pointer = pointer,
    .transfer = transfer,
    .close = close_microphone,
    .hw_params = set_hardware,
    .sw_params = set_software,
    .prepare = prepare,
    .resume = resume,
    .poll_descriptors_count = poll_descriptors_count,
    .poll_descriptors = poll_descriptors,
    .poll_revents = poll_revents,
};

// A microphone has one rate, one format and a number of channels; plug makes others of them.
static int constrain(microphone *mic) {
  const unsigned accesses[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED,
                               SND_PCM_ACCESS_RW_NONINTERLEAVED, SND_PCM_ACCESS_MMAP_NONINTERLEAVED};
  const unsigned format = (unsigned)mic->sound.format;
  const unsigned frame = (unsigned)mic->sound.frame_bytes;
  const unsigned second = mic->sound.rate * frame;
  snd_pcm_ioplug_t *io = &mic->io;
  int error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 4, accesses);
  struct {
    int type;
    unsigned least, most;
  } const ranges[] = {
      {SND_PCM_IOPLUG_HW_CHANNELS, mic->sound.channels, mic->sound.channels},
      {SND_PCM_IOPLUG_HW_RATE, mic->sound.rate, mic->sound.rate},
      {SND_PCM_IOPLUG_HW_PERIOD_BYTES, 16 * frame, second},
      {SND_PCM_IOPLUG_HW_BUFFER_BYTES, 32 * frame, 4 * second},
      {SND_PCM_IOPLUG_HW_PERIODS, 2, 1024},
  };
  if (error == 0) {
    error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, &format);
  }
  for (size_t i = 0; error == 0 && i < sizeof ranges / sizeof *ranges; i++) {
    error = snd_pcm_ioplug_set_param_minmax(io, ranges[i].type, ranges[i].least, ranges[i].most);
  }
  return error;
}

static int open_source(microphone *mic, const options *options) {
  mic->sound = options->sound;
  int error = sound_open(&mic->sound, options->file);
  if (error < 0) {
    return error;
  }
  if (options->is_exclusive && flock(mic->sound.descriptor, LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? -EBUSY : -errno;
  }
  mic->world = options->world;
  mic->world.rate = mic->sound.rate;
  mic->loops = options->loops;
  mic->resumes = options->resumes;
  // The system's clock began at 0, and so did the sound: 1, as 0 is a world that has not begun.
  mic->world.began_ns = options->is_live ? 1 : 0;
  if (options->mute_switch != NULL && (mic->mute_switch = strdup(options->mute_switch)) == NULL) {
    return -ENOMEM;
  }
  mic->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  return mic->timer < 0 ? -errno : 0;
}

// libasound looks for the function and a mark of its version, by their names.
#pragma GCC visibility push(default)

SND_PCM_PLUGIN_DEFINE_FUNC(imprint) {
  (void)root;
  if (stream != SND_PCM_STREAM_CAPTURE) {
    SNDERR("imprint: it is a capture device, and does not play");
    return -EINVAL;
  }
  options options;
  int error = options_read(&options, conf);
  if (error == 0 && options.file == NULL) {
    SNDERR("imprint: 'file' is missing, the sound to play");
    error = -EINVAL;
  }
  if (error < 0) {
    return error;
  }
  microphone *mic = calloc(1, sizeof *mic);
  if (mic == NULL) {
    return -ENOMEM;
  }
  mic->timer = -1;
  mic->sound.descriptor = -1;
  error = open_source(mic, &options);
  if (error == 0) {
    mic->io.version = SND_PCM_IOPLUG_VERSION;
    mic->io.name = "Virtual microphone";
    mic->io.flags = SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    mic->io.poll_fd = mic->timer;
    mic->io.poll_events = POLLIN;
    mic->io.callback = &callbacks;
    mic->io.private_data = mic;
    error = snd_pcm_ioplug_create(&mic->io, name, stream, mode);
  }
  if (error < 0) {
    release(mic);
    return error;
  }
  error = constrain(mic);
  if (error < 0) {
    snd_pcm_ioplug_delete(&mic->io); // calls close_microphone
    return error;
  }
  *pcmp = mic->io.pcm;
  return 0;
}

SND_DLSYM_BUILD_VERSION(SND_PCM_PLUGIN_ENTRY(imprint), SND_PCM_DLSYM_VERSION)

#pragma GCC visibility pop
