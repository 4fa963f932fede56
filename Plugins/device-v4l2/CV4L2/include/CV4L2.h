// SPDX-License-Identifier: Apache-2.0
// What Swift cannot say of Video4Linux 2: requests whose numbers are macros and whose
// structs hold unions. Each function is one request, and repeats one that a signal
// interrupted.
//
// All answer 0 or a negative errno. Texts of drivers become null-terminated here; that
// they are UTF-8 is for the caller to judge.
#ifndef IMPRINT_CV4L2_H
#define IMPRINT_CV4L2_H

#include <stddef.h>
#include <stdint.h>

// ---- What a node is (ask.c) -----------------------------------------------

#define CV4L2_CAPTURES 1u           // single-planar video comes out of it
#define CV4L2_CAPTURES_IN_PLANES 2u // multi-planar video does
#define CV4L2_STREAMS 4u            // its memory can be mapped
#define CV4L2_TAKES 8u              // video goes into it: a loopback's other end

typedef struct cv4l2_identity {
  char driver[17];
  char card[33];
  char bus[33];
  uint32_t abilities; // CV4L2_...
} cv4l2_identity;

int cv4l2_identify(int node, cv4l2_identity *identity);

// Equal minima and maxima say one size; a step of 0 then.
typedef struct cv4l2_sizes {
  uint32_t width_min, width_max, width_step;
  uint32_t height_min, height_max, height_step;
} cv4l2_sizes;

// Seconds for one frame, as fractions; the shortest and the longest.
typedef struct cv4l2_intervals {
  uint32_t shortest_numerator, shortest_denominator;
  uint32_t longest_numerator, longest_denominator;
} cv4l2_intervals;

// The index-th of a list; -EINVAL after the last. *ends tells that no further index is
// to be asked for: a range is a list of one.
int cv4l2_format_at(int node, uint32_t index, uint32_t *fourcc);
int cv4l2_sizes_at(int node, uint32_t fourcc, uint32_t index, cv4l2_sizes *sizes, int *ends);
int cv4l2_intervals_at(int node, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t index,
                       cv4l2_intervals *intervals, int *ends);

// ---- Streaming (stream.c) -------------------------------------------------

typedef struct cv4l2_granted {
  uint32_t fourcc, width, height;
  uint32_t row_bytes; // 0 where the driver says none
  uint32_t size;      // bytes of one image, at most
  uint32_t is_whole;  // 0 where frames come as fields, one half after the other
} cv4l2_granted;

int cv4l2_read_format(int node, cv4l2_granted *granted);
int cv4l2_set_format(int node, uint32_t fourcc, uint32_t width, uint32_t height, cv4l2_granted *granted);

// Both in and out: seconds for one frame, asked and granted.
int cv4l2_set_interval(int node, uint32_t *numerator, uint32_t *denominator);

// Asks for mapped buffers, 0 gives them back; *count becomes how many there are.
int cv4l2_request_buffers(int node, uint32_t *count);
int cv4l2_map_buffer(int node, uint32_t index, void **memory, size_t *length);
int cv4l2_queue_buffer(int node, uint32_t index);
int cv4l2_start(int node);
int cv4l2_stop(int node);

#define CV4L2_FRAME_DAMAGED 1u   // the driver says that it did not come whole
#define CV4L2_FRAME_MONOTONIC 2u // its time is the monotonic clock's

typedef struct cv4l2_frame {
  uint32_t index;
  uint32_t used;  // bytes; what the driver says
  uint32_t flags; // CV4L2_FRAME_...
  uint32_t sequence;
  int64_t timestamp_ns; // wraps around, as the driver's may
} cv4l2_frame;

// Takes a filled buffer; -EAGAIN where there is none.
int cv4l2_take_frame(int node, cv4l2_frame *frame);

// ---- Controls (control.c) -------------------------------------------------

#define CV4L2_CONTROL_INTEGER 1
#define CV4L2_CONTROL_BOOLEAN 2
#define CV4L2_CONTROL_MENU 3
#define CV4L2_CONTROL_BITS 4
#define CV4L2_CONTROL_OTHER 5 // buttons, texts, arrays: no setting of one number

#define CV4L2_CONTROL_READ_ONLY 1u
#define CV4L2_CONTROL_WRITE_ONLY 2u
#define CV4L2_CONTROL_INACTIVE 4u
#define CV4L2_CONTROL_DISABLED 8u
#define CV4L2_CONTROL_GRABBED 16u // another program has taken it for a while

typedef struct cv4l2_control {
  uint32_t id; // V4L2_CID_...
  uint32_t kind;
  uint32_t flags;
  char name[33];
  int64_t minimum, maximum, standard;
  uint64_t step;
} cv4l2_control;

// The control with the next number above `after`; -EINVAL after the last.
int cv4l2_next_control(int node, uint32_t after, cv4l2_control *control);
// Whether a menu has that entry: 0 or -EINVAL.
int cv4l2_menu_entry(int node, uint32_t id, uint32_t index);
int cv4l2_read_control(int node, uint32_t id, int64_t *value);
int cv4l2_write_control(int node, uint32_t id, int64_t value);

#endif
