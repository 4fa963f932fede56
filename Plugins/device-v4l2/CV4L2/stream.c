// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "request.h"
#include <string.h>
#include <sys/mman.h>

static void copy_granted(const struct v4l2_format *format, cv4l2_granted *granted) {
  const struct v4l2_pix_format *pix = &format->fmt.pix;
  *granted = (cv4l2_granted){
      .fourcc = pix->pixelformat,
      .width = pix->width,
      .height = pix->height,
      .row_bytes = pix->bytesperline,
      .size = pix->sizeimage,
      .is_whole = pix->field != V4L2_FIELD_TOP && pix->field != V4L2_FIELD_BOTTOM &&
                  pix->field != V4L2_FIELD_ALTERNATE && pix->field != V4L2_FIELD_SEQ_TB &&
                  pix->field != V4L2_FIELD_SEQ_BT,
  };
}

int cv4l2_read_format(int node, cv4l2_granted *granted) {
  struct v4l2_format format;
  memset(&format, 0, sizeof format);
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  int answer = cv4l2_request(node, VIDIOC_G_FMT, &format);
  if (answer == 0)
    copy_granted(&format, granted);
  return answer;
}

int cv4l2_set_format(int node, uint32_t fourcc, uint32_t width, uint32_t height, cv4l2_granted *granted) {
  struct v4l2_format format;
  memset(&format, 0, sizeof format);
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  format.fmt.pix.pixelformat = fourcc;
  format.fmt.pix.width = width;
  format.fmt.pix.height = height;
  format.fmt.pix.field = V4L2_FIELD_NONE;
  int answer = cv4l2_request(node, VIDIOC_S_FMT, &format);
  if (answer == 0)
    copy_granted(&format, granted);
  return answer;
}

int cv4l2_set_interval(int node, uint32_t *numerator, uint32_t *denominator) {
  struct v4l2_streamparm parameters;
  memset(&parameters, 0, sizeof parameters);
  parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  parameters.parm.capture.timeperframe.numerator = *numerator;
  parameters.parm.capture.timeperframe.denominator = *denominator;
  int answer = cv4l2_request(node, VIDIOC_S_PARM, &parameters);
  if (answer < 0)
    return answer;
  *numerator = parameters.parm.capture.timeperframe.numerator;
  *denominator = parameters.parm.capture.timeperframe.denominator;
  return 0;
}

int cv4l2_request_buffers(int node, uint32_t *count) {
  struct v4l2_requestbuffers buffers;
  memset(&buffers, 0, sizeof buffers);
  buffers.count = *count;
  buffers.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffers.memory = V4L2_MEMORY_MMAP;
  int answer = cv4l2_request(node, VIDIOC_REQBUFS, &buffers);
  if (answer == 0)
    *count = buffers.count;
  return answer;
}

static struct v4l2_buffer mapped_buffer(uint32_t index) {
  struct v4l2_buffer buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.index = index;
  buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffer.memory = V4L2_MEMORY_MMAP;
  return buffer;
}

int cv4l2_map_buffer(int node, uint32_t index, void **memory, size_t *length) {
  struct v4l2_buffer buffer = mapped_buffer(index);
  int answer = cv4l2_request(node, VIDIOC_QUERYBUF, &buffer);
  if (answer < 0)
    return answer;
  // Read alone would do, but some drivers map for writing too or not at all.
  void *mapped = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, node, buffer.m.offset);
  if (mapped == MAP_FAILED)
    return -errno;
  *memory = mapped;
  *length = buffer.length;
  return 0;
}

int cv4l2_queue_buffer(int node, uint32_t index) {
  struct v4l2_buffer buffer = mapped_buffer(index);
  return cv4l2_request(node, VIDIOC_QBUF, &buffer);
}

int cv4l2_start(int node) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return cv4l2_request(node, VIDIOC_STREAMON, &type);
}

int cv4l2_stop(int node) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return cv4l2_request(node, VIDIOC_STREAMOFF, &type);
}

int cv4l2_take_frame(int node, cv4l2_frame *frame) {
  struct v4l2_buffer buffer = mapped_buffer(0);
  int answer = cv4l2_request(node, VIDIOC_DQBUF, &buffer);
  if (answer < 0)
    return answer;
  uint32_t flags = 0;
  if (buffer.flags & V4L2_BUF_FLAG_ERROR)
    flags |= CV4L2_FRAME_DAMAGED;
  if ((buffer.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    flags |= CV4L2_FRAME_MONOTONIC;
  // Unsigned: near its ends a driver's time does not fit, and wrapping is what it means.
  uint64_t time =
      (uint64_t)buffer.timestamp.tv_sec * 1000000000u + (uint64_t)buffer.timestamp.tv_usec * 1000u;
  *frame = (cv4l2_frame){.index = buffer.index,
                         .used = buffer.bytesused,
                         .flags = flags,
                         .sequence = buffer.sequence,
                         .timestamp_ns = (int64_t)time};
  return 0;
}
