// SPDX-License-Identifier: Apache-2.0
// A client of Video4Linux with nothing between: what ours is measured against. Four mapped buffers, each
// frame copied once.
//
//   bare NODE WIDTH HEIGHT RATE FRAMES   YUYV; prints frames a second, lost frames, and nanoseconds of
//                                        processor a frame
//   bare copy BYTES                      nanoseconds of a frame of that many copied, and of as many zeroed
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <linux/videodev2.h>

static void ask(int node, unsigned long request, void *argument, const char *what) {
  int answer;
  do
    answer = ioctl(node, request, argument);
  while (answer < 0 && errno == EINTR);
  if (answer == 0)
    return;
  perror(what);
  exit(1);
}

static double seconds(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static double spent(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct v4l2_buffer take(int node) {
  struct pollfd waited = {.fd = node, .events = POLLIN};
  if (poll(&waited, 1, 5000) <= 0)
    exit(2);
  struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  ask(node, VIDIOC_DQBUF, &buffer, "take");
  return buffer;
}

// From one of several to one of several, as frames go from a driver's buffers to a host's.
static int copy(size_t length) {
  enum { buffers = 4, times = 40, turns = 50 };
  char *from[buffers], *to[buffers];
  for (int i = 0; i < buffers; i++) {
    from[i] = malloc(length);
    to[i] = malloc(length);
    memset(from[i], i, length);
    memset(to[i], i, length);
  }
  double copied = 1, zeroed = 1;
  // The least of several: what else the machine does has no say.
  for (int turn = 0; turn < turns; turn++) {
    double start = now();
    for (int i = 0; i < times; i++) {
      memcpy(to[i % buffers], from[i % buffers], length);
      // So that no copy is left out.
      __asm__ volatile("" : : "r"(to[i % buffers]) : "memory");
    }
    double middle = now();
    for (int i = 0; i < times; i++) {
      memset(to[i % buffers], 0, length);
      __asm__ volatile("" : : "r"(to[i % buffers]) : "memory");
    }
    double end = now();
    if (middle - start < copied)
      copied = middle - start;
    if (end - middle < zeroed)
      zeroed = end - middle;
  }
  printf("%.0f %.0f\n", copied * 1e9 / times, zeroed * 1e9 / times);
  return 0;
}

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "copy"))
    return copy((size_t)atol(arguments[2]));
  if (count != 6)
    return 64;
  long frames = atol(arguments[5]);
  int node = open(arguments[1], O_RDWR | O_NONBLOCK);
  if (node < 0)
    return 1;
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  format.fmt.pix.width = (unsigned)atol(arguments[2]);
  format.fmt.pix.height = (unsigned)atol(arguments[3]);
  format.fmt.pix.pixelformat = V4L2_PIX_FMT_YUYV;
  ask(node, VIDIOC_S_FMT, &format, "format");
  struct v4l2_streamparm rate = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  rate.parm.capture.timeperframe.numerator = 1;
  rate.parm.capture.timeperframe.denominator = (unsigned)atol(arguments[4]);
  ask(node, VIDIOC_S_PARM, &rate, "rate");
  struct v4l2_requestbuffers buffers = {
      .count = 4, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  ask(node, VIDIOC_REQBUFS, &buffers, "buffers");
  void *memory[32];
  for (unsigned i = 0; i < buffers.count && i < 32; i++) {
    struct v4l2_buffer buffer = {.index = i, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    ask(node, VIDIOC_QUERYBUF, &buffer, "buffer");
    memory[i] = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, node, buffer.m.offset);
    if (memory[i] == MAP_FAILED)
      return 1;
    ask(node, VIDIOC_QBUF, &buffer, "queue");
  }
  char *host = malloc(format.fmt.pix.sizeimage);
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  ask(node, VIDIOC_STREAMON, &type, "start");
  unsigned first = 0, last = 0;
  double started = 0, before = 0;
  // The first ones warm up.
  for (long i = -5; i < frames; i++) {
    struct v4l2_buffer buffer = take(node);
    memcpy(host, memory[buffer.index], buffer.bytesused);
    // Handing it back forgets the number.
    last = buffer.sequence;
    ask(node, VIDIOC_QBUF, &buffer, "queue");
    if (i != -1)
      continue;
    first = last;
    started = now();
    before = spent();
  }
  unsigned span = last - first;
  printf("%.2f %ld %.0f\n", span / (now() - started), (long)span - frames,
         (spent() - before) * 1e9 / (double)frames);
  return 0;
}
